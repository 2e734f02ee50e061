/**
 * Requests `/health` continuously from a thread of its own, so that anything that blocks the server's event
 * loop is seen.
 */
import { parentPort, workerData } from "node:worker_threads";

const everyMs = 10;
let maxMs = 0;
let answers = 0;
let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});
while (!isOver) {
  const start = performance.now();
  const { status } = await fetch(`${String(workerData)}/health`);
  if (status === 200) answers++;
  maxMs = Math.max(maxMs, performance.now() - start);
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
parentPort?.postMessage({ maxMs, answers });

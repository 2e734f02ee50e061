/** How signals end a process that drains first. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const module = new URL("../../../src/cli/start/stop-signal.ts", import.meta.url).href;
/** Says what it does, and drains until its input ends. */
const program = `
  import { stopSignal } from ${JSON.stringify(module)};
  const stopped = stopSignal();
  const running = setInterval(() => {}, 1_000);
  console.log("running");
  await stopped;
  console.log("draining");
  for await (const _ of process.stdin);
  console.log("drained");
  clearInterval(running);
`;

interface Draining {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  readonly output: Promise<string>;
}

/** Resolves once the process drains because of SIGTERM. */
async function draining(): Promise<Draining> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const output = text(child.stdout);
  await once(child.stdout, "data");
  const isDraining = once(child.stdout, "data");
  child.kill("SIGTERM");
  await isDraining;
  return { child, ended, output };
}

test("another SIGTERM does nothing to a process that drains", async () => {
  const { child, ended, output } = await draining();
  child.kill("SIGTERM");
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
  expect(await output).toBe("running\ndraining\ndrained\n");
});

test("Ctrl-C ends a process that drains", async () => {
  const { child, ended } = await draining();
  child.kill("SIGINT");
  expect(await ended).toEqual([null, "SIGINT"]);
});

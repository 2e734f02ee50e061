/**
 * The real server in a process of its own, which kills itself at a given durable step, without clean-up, like
 * `kill -9`. It is controlled by messages, so that one process can end the last story and begin the next.
 */
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { silentLogger } from "../../src/base/logger.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import { startServer } from "../../src/server/main.ts";
import { jumpingClock } from "./jumping-clock.ts";
import { type Life, life, order, type Report } from "./mortal-words.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

async function live({ options, aheadMs }: Life): Promise<void> {
  let doom: { readonly step: string; left: number } | undefined;
  const onStep: OnStep = (step) => {
    if (doom?.step !== step) return;
    doom.left -= 1;
    if (doom.left === 0) process.kill(process.pid, "SIGKILL");
  };
  const clock = jumpingClock(aheadMs);
  const server = await startServer(
    { ...options, pollMs: undefined, pacing: "off", host: "127.0.0.1" },
    { clock, random: Math.random, logger: silentLogger, onStep },
  );
  const turns = watchTurns();
  const tell = (told: Report): void => void process.send?.(told);
  process.on("message", async (message) => {
    const told = order.parse(message);
    if (told.type === "die") {
      doom = { step: told.step, left: told.occurrence };
      tell({ type: "armed" });
    } else if (told.type === "live") {
      doom = undefined;
      tell({ type: "spared" });
    } else if (told.type === "pass") {
      clock.advance(told.ms);
      tell({ type: "passed" });
    } else if (told.type === "measure") {
      collect();
      tell({ type: "measured", heapBytes: process.memoryUsage().heapUsed });
    } else {
      await server.idle();
      const { deliveries, effects, unhealthy } = await server.health();
      const waiting = deliveries.pending + effects.pending + unhealthy;
      tell({ type: "idle", waiting, longestTurnMs: turns.maxMs() });
    }
  });
  process.once("disconnect", () => process.exit());
  await server.whenReady;
  turns.begin();
  tell({ type: "ready", url: server.url });
}

/** Measures the thread's own time, which other programs on a busy machine do not affect. */
function watchTurns(): { readonly maxMs: () => number; readonly begin: () => void } {
  let last = process.threadCpuUsage();
  let longest = 0;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, user + system);
    setTimeout(() => setImmediate(turn), 1);
  };
  turn();
  return {
    maxMs: () => longest / 1_000,
    begin: () => {
      longest = 0;
    },
  };
}

// A killed process saves nothing: without this, the next one would have to strip and compile everything
// again.
flushCompileCache();
await live(life.parse(JSON.parse(process.argv[2] ?? "")));

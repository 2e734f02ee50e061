/**
 * A process of its own with the real server, which kills itself when told at which durable step: no clean-up, as
 * `kill -9` allows none. Told by messages, so that one life can end the last story and begin the next.
 */
import { flushCompileCache } from "node:module";
import { silentLogger } from "../../src/base/logger.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import { startServer } from "../../src/server/main.ts";
import { jumpingClock } from "./jumping-clock.ts";
import { type Life, life, order, type Report } from "./mortal-words.ts";

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
  const tell = (told: Report): void => void process.send?.(told);
  process.on("message", async (message) => {
    const told = order.parse(message);
    if (told.type === "die") {
      doom = { step: told.step, left: told.occurrence };
      tell({ type: "armed" });
    } else if (told.type === "pass") {
      clock.advance(told.ms);
      tell({ type: "passed" });
    } else {
      await server.idle();
      const { deliveries, effects } = server.health();
      tell({ type: "idle", waiting: deliveries.pending + effects.pending });
    }
  });
  process.once("disconnect", () => process.exit());
  await server.whenReady;
  tell({ type: "ready", url: server.url });
}

// A killed process keeps nothing: the next life would have to strip and compile everything again.
flushCompileCache();
await live(life.parse(JSON.parse(process.argv[2] ?? "")));

/** A process that tries to start a server on a data directory, reports the result, and ends. */
import { systemClock } from "../../src/base/clock.ts";
import { messageOf } from "../../src/base/errors.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { startServer } from "../../src/server/main.ts";
import { life } from "./mortal-words.ts";

const options = life.shape.options.parse(JSON.parse(process.argv[2] ?? ""));
try {
  await startServer(
    { ...options, pollMs: undefined, pacing: "off", host: "127.0.0.1" },
    { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  process.stdout.write("started\n");
} catch (error) {
  process.stdout.write(`${messageOf(error)}\n`);
}
process.exit();

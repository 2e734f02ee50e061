/** Plays ten agents on two machines, inside of the network namespace that it was started in, and prints the report. */
import { playCrowd } from "./play.ts";

const report = await playCrowd({
  here: 5,
  elsewhere: 5,
  tasks: 30,
  kills: { programs: 6, runs: 6, server: true },
  seed: Number(process.argv[2] ?? 1),
  withinMs: 15 * 60_000,
});
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
process.exit(0);

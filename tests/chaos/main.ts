/** `npm run chaos`: a cluster at work while its processes, PostgreSQL, GitHub and the deliveries fail. */
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { noPostgres } from "../support/postgres.ts";
import type { RunEvent } from "./faults.ts";
import { checkOut } from "./previous-release.ts";
import { type Report, run } from "./run.ts";

const help = `npm run chaos -- [options]

  --seed <n>      which faults are injected, in which order and when: 1. Which processes they hit, and what people do, also
                  depends on how fast the machine is
  --seconds <n>   how long faults are injected: 60
  --previous <ref>
                  a rolling release meanwhile: one web and two worker processes of this commit, branch or tag make the
                  schema and run alone for the first quarter of the time. Then \`migrate\` of this checkout runs, and its
                  processes replace them, one after another. If the migration excludes the older release, all are started
                  at once, and the older ones must stop by themselves. Needs a git clone
  --json          print the result as JSON
  --help          print this

Starts the hub, PostgreSQL with fsync, two web and three worker processes. People work in two installations, and every
2 to 10 s a fault is injected. Then the faults end, each installation is swept once, and it is checked that nothing is
lost, duplicated or wrong, that no process ended by itself, and that a rebuild has nothing to repair. Exits with 1 if an
invariant is violated, with 2 if it cannot run.
`;

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

function lineOf({ kind, details, at }: RunEvent): string {
  return `${timeOf(at)}  ${kind}: ${details}\n`;
}

function summaryOf(report: Report): string {
  const { deliveries, servedAgain, errorsLogged, violations, previous } = report;
  const actions = Object.entries(report.actions).map(([action, count]) => `${action} ${count}`);
  const lines = [
    `Seed ${report.seed}, ${report.seconds} s: ${report.faults} faults; actions: ${actions.join(", ")}.`,
    `Deliveries: ${deliveries.acknowledged} acknowledged, ${deliveries.refused} refused.`,
    ...(previous === undefined ? [] : [describePrevious(previous)]),
    `Workers: ${report.tokensTaken} tokens taken, ${report.writes} writes, ${errorsLogged.count} errors logged.`,
    describeRecovery(servedAgain),
    `Idle ${report.idleAfterMs} ms after the last fault ended; the sweep after that took ${report.sweptMs} ms.`,
    ...errorsLogged.kinds.map((line) => `Logged: ${line}`),
    ...(violations.length === 0 ? ["All invariants hold."] : violations.map((each) => `VIOLATION: ${each}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function describePrevious({ commit, isExcluded, writesBeside }: NonNullable<Report["previous"]>): string {
  const end = isExcluded ? "was excluded by the migration" : "was replaced, process by process";
  return `Previous release: ${commit} ${end}; its workers wrote ${writesBeside} times after the migration.`;
}

function describeRecovery(served: Report["servedAgain"]): string {
  const { medianMs, mostMs, judged, longer, unjudged } = served;
  return [
    `Installations served again after ${medianMs} ms in the median, at most ${mostMs} ms, in ${judged} cases;`,
    `${longer} of them took longer than 15 s while GitHub was slow or out of reach, or the machine stalled.`,
    `In ${unjudged} others the next interruption came first.`,
  ].join(" ");
}

function optionsIn(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        seed: { type: "string", default: "1" },
        seconds: { type: "string", default: "60" },
        previous: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (thrown) {
    throw new UserError(messageOf(thrown));
  }
}

async function main(): Promise<number> {
  const values = optionsIn(process.argv.slice(2));
  const { seed, seconds, json } = values;
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (![seed, seconds].every((text) => /^\d{1,9}$/.test(text)) || Number(seconds) === 0) {
    process.stderr.write(help);
    return 2;
  }
  if (noPostgres !== undefined) {
    process.stderr.write(`${noPostgres}\n`);
    return 2;
  }
  const previous = values.previous === undefined ? undefined : await checkOut(values.previous);
  const report = await run(
    { seed: Number(seed), seconds: Number(seconds), previous },
    {
      onEvent: (event) => process.stderr.write(lineOf(event)),
      onStage: (stage) => process.stderr.write(`${timeOf(Date.now())}  ${stage}\n`),
    },
  );
  process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : summaryOf(report));
  return report.violations.length === 0 ? 0 : 1;
}

try {
  process.exit(await main());
} catch (thrown) {
  const isOurs = !(thrown instanceof UserError);
  process.stderr.write(
    isOurs ? `The run could not be finished: ${stackOf(thrown)}\n` : `${thrown.message}\n`,
  );
  process.exit(2);
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

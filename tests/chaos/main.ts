/** `npm run chaos`: a cluster at work while its processes, PostgreSQL, GitHub and the deliveries fail. */
import { parseArgs } from "node:util";
import { UserError } from "../../src/base/errors.ts";
import { noPostgres } from "../support/postgres.ts";
import type { Told } from "./mishaps.ts";
import { play, type Report } from "./play.ts";
import { checkOut, type PreviousRelease } from "./previous-release.ts";

const help = `npm run chaos -- [options]

  --seed <n>      which mishaps, and what people do: 1
  --seconds <n>   how long they last: 60
  --previous <ref>
                  a rolling release meanwhile: one web and two worker processes of this commit, branch or tag make the
                  schema and run alone for the first quarter of the time. Then \`migrate\` of this checkout runs, and its
                  processes replace them, one after another. If the migration excludes the older release, all are started
                  at once, and the older ones must stop by themselves. Needs a git clone
  --json          print the result as JSON
  --help          print this

Starts the hub, PostgreSQL with fsync, two web and three worker processes. People work in two installations, and every
2 to 10 s something fails. Then the faults end, everyone is swept once, and it is checked that nothing is lost, doubled or
wrong, and that a rebuild has nothing to repair. Ends with 1 if something is wrong, with 2 if it cannot run.
`;

function wordsOf({ mishap, about, at }: Told): string {
  return `${new Date(at).toISOString().slice(11, 23)}  ${mishap}: ${about}\n`;
}

function summaryOf(report: Report): string {
  const { deliveries, servedAgainMs, errorsLogged, wrong, previous } = report;
  const done = Object.entries(report.deeds).map(([deed, count]) => `${deed} ${count}`);
  const lines = [
    `Seed ${report.seed}, ${report.seconds} s: ${report.mishaps} mishaps; people: ${done.join(", ")}.`,
    `Deliveries: ${deliveries.acknowledged} acknowledged, ${deliveries.refused} refused.`,
    ...(previous === undefined ? [] : [previousWords(previous)]),
    `Workers: ${report.tokensTaken} tokens taken, ${report.writes} writes, ${errorsLogged.count} errors logged.`,
    `Served again after ${servedAgainMs.median} ms in the median, at most ${servedAgainMs.most} ms.`,
    `Quiet ${report.quietAfterMs} ms after the faults; the sweep after that took ${report.sweptMs} ms.`,
    ...errorsLogged.kinds.map((line) => `Logged: ${line}`),
    ...(wrong.length === 0 ? ["All invariants hold."] : wrong.map((what) => `WRONG: ${what}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function previousWords({ commit, isExcluded, writesBeside }: NonNullable<Report["previous"]>): string {
  const end = isExcluded ? "was excluded by the migration" : "was replaced, process by process";
  return `Previous release: ${commit} ${end}; its workers wrote ${writesBeside} times after the migration.`;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      seconds: { type: "string", default: "60" },
      previous: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
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
  const previous = await previousRelease(values.previous);
  if (previous === "unknown") return 2;
  const report = await play({ seed: Number(seed), seconds: Number(seconds), previous }, (told) =>
    process.stderr.write(wordsOf(told)),
  );
  process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : summaryOf(report));
  return report.wrong.length === 0 ? 0 : 1;
}

async function previousRelease(ref: string | undefined): Promise<PreviousRelease | "unknown" | undefined> {
  if (ref === undefined) return undefined;
  try {
    return await checkOut(ref);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    process.stderr.write(`${thrown.message}\n`);
    return "unknown";
  }
}

process.exit(await main());

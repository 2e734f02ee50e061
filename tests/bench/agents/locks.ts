/** CPU time with a thousand locks: of one more, and of checking a pull request with as many files as GitHub lists. */
import { systemClock } from "../../../src/base/clock.ts";
import { inSteps } from "../../../src/dispatcher/in-steps.ts";
import { inTheWayOf } from "../../../src/engine/locks/conflicts.ts";
import { judgePull, lockedFiles } from "../../../src/engine/locks/pull-check.ts";
import type { TaskLocks } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";

const tasks: readonly TaskLocks[] = Array.from({ length: 1_000 }, (_, at) => ({
  id: `I_${at}`,
  number: at,
  holder: { agent: `agent-${at}`, account: `U_${at}`, login: `agent-${at}` },
  requests: [{ globs: [globOf(at)], token: 1, askedAt: 0, since: 1 }],
}));

/** One in six begins with stars. */
function globOf(at: number): string {
  const globs = [`**/part-${at}/*.{ts,tsx}`, `packages/p${at}/**/*.test.ts`, `src/**/m${at}*.ts`];
  return globs[at % 6] ?? `src/room-${at}/${at % 2 === 0 ? "*" : "file.ts"}`;
}

const folders = ["src", "packages", "docs"];
const files = Array.from(
  { length: 3_000 },
  (_, at) => `${folders[at % 3]}/room-${at % 97}/part-${at % 1_000}/some-longer-folder/module-${at}.ts`,
);
const pull = { number: 1, headSha: "", closes: [], files, isWhole: true };

export async function timeLockChecks({ isQuick }: Run): Promise<readonly Figure[]> {
  const rounds = isQuick ? 3 : 20;
  const settings = settingsSchema.parse({});
  const [totals, turns, one]: number[][] = [[], [], []];
  const holder = { agent: "new", account: "U_new", login: "new" };
  const request = { globs: ["src/room-3/**"], askedAt: 2 };
  const asked = { task: { id: "I_new", number: 2_000, holder, requests: [] }, request };
  inTheWayOf(asked, tasks, 3);
  for (let round = 0; round < rounds; round++) {
    const compared = process.cpuUsage();
    inTheWayOf(asked, tasks, 3);
    one?.push(cpuSince(compared));
    const began = process.cpuUsage();
    const locked = await inSteps(systemClock, timed(lockedFiles(tasks, settings, 3), turns));
    await inSteps(
      systemClock,
      timed(judgePull(pull, { tasks: new Set(), holders: [] }, locked, settings.locks), turns),
    );
    totals?.push(cpuSince(began));
  }
  const figure = (name: string, values: number[] | undefined, atMost: number): Figure => ({
    name,
    value: percentile(values ?? [], 0.95),
    unit: "ms",
    target: { atMost },
  });
  return [
    figure("one lock against 1,000, CPU time, p95", one, 5),
    figure("3,000 files against 1,000 locks, CPU time, p95", totals, 200),
    figure("the longest step of that, CPU time", [Math.max(...(turns ?? []))], 200),
  ];
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Notes how long each step takes. */
function* timed<T>(steps: Generator<void, T>, into: number[] | undefined): Generator<void, T> {
  for (;;) {
    const before = process.cpuUsage();
    const { done, value } = steps.next();
    into?.push(cpuSince(before));
    if (done === true) return value;
    yield;
  }
}

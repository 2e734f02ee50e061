import { expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { createReleaseWatch } from "../../../src/server/cluster/release-watch.ts";
import type { Exclusion } from "../../../src/store/postgres/database/migrate.ts";

const excluded: Exclusion = { release: "2.0.0", refusal: new UserError("Update signalbox.") };

function watching() {
  let answer: () => Promise<Exclusion | undefined> = async () => undefined;
  const lines: string[] = [];
  const line = (_: object, message: string) => void lines.push(message);
  const watch = createReleaseWatch({
    exclusion: () => answer(),
    clock: { now: () => 7 },
    logger: { ...silentLogger, warn: line, error: line },
  });
  return {
    watch,
    lines,
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}

test("a process whose release may run has no fault", async () => {
  const { watch, lines } = watching();
  await watch.check();
  expect([watch.faults(), lines]).toEqual([[], []]);
});

test("a process that a newer release excludes reports the needed release once, and that it stops", async () => {
  const { watch, lines, answers } = watching();
  answers(async () => excluded);
  await watch.check();
  await watch.check();
  expect(watch.faults()).toEqual([
    { part: "release", since: 7, error: "signalbox 2.0.0 or newer is needed" },
  ]);
  expect(await watch.excluded).toBe(excluded.refusal);
  expect(lines).toEqual(["a newer release has migrated the database, stopping"]);
});

test("a database that cannot be queried excludes no process", async () => {
  const { watch, lines, answers } = watching();
  answers(() => Promise.reject(new Error("away")));
  await watch.check();
  expect(watch.faults()).toEqual([]);
  expect(lines).toEqual(["could not read which release the database needs, will retry"]);
});

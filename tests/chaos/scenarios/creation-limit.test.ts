/** More comments than GitHub lets an installation write in a minute, while the worker that writes them is killed. */
import { expect, test } from "vitest";
import { z } from "zod";
import { describeUnless } from "../../support/unless-skipped.ts";
import { maxInAnyMinute, recordCreations } from "../creations.ts";
import { queryRows } from "../fence-triggers.ts";
import { unfinishedWork } from "../invariants.ts";
import type { System } from "../system.ts";
import { eventually, healthOf, ownerOf, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const wanted = 150;
const atMostInAMinute = 80;
/** When the first worker is killed: it has more to write, and the minute has room for it. */
const killedAfter = 20;
const patienceMs = 180_000;

describeUnless(whySkipped, "GitHub's limit on new comments", () => {
  test("is kept by two workers together, of which the first is killed while it writes", {
    timeout: 500_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2, isPaced: true });
    const created = recordCreations(system.hub);
    const { alice, task, installation } = await readyTask(system, repository);
    const asking = (async () => {
      for (let n = 0; n < wanted; n++) await alice.comment(task, "/help");
    })();
    const begun = Date.now();
    const repliesToGo = wanted + created.length;
    await eventually(() => expect(created.length).toBeGreaterThanOrEqual(killedAfter));
    const killed = await ownerOf(system, installation);
    killed.signal("SIGKILL");
    const before = created.length;
    await asking;
    const waiting = await eventually(async () => {
      const { count, until } = await waitingForLimit(system);
      expect(count + created.length).toBe(repliesToGo);
      return { count, until };
    }, patienceMs);
    const [web] = system.alive("web");
    if (web === undefined) throw new Error("There is no web process.");
    expect(waiting.until - Date.now()).toBeLessThanOrEqual(60_000);
    expect((await healthOf(web)).effects).toMatchObject({ pending: waiting.count });
    await eventually(() => expect(created.length).toBeGreaterThanOrEqual(repliesToGo), patienceMs);
    const seconds = Math.round((Date.now() - begun) / 1_000);
    await eventually(async () => expect(await unfinishedWork(system)).toEqual([]));
    console.info(
      `${created.length} creations in ${seconds} s, ${before} when ${killed.name} was killed,`,
      `${waiting.count} at once waited for the limit, ${maxInAnyMinute(created)} in the fullest minute`,
      ...system.errors().kinds,
    );
    expect((await ownerOf(system, installation)).name).not.toBe(killed.name);
    expect(created).toHaveLength(repliesToGo);
    expect(maxInAnyMinute(created)).toBeLessThanOrEqual(atMostInAMinute);
  });
});

const waitingRow = z.tuple([z.object({ count: z.number(), until: z.number() })]);

/** Effects that wait because the installation has created as much as GitHub lets it, and when the first may be sent. */
async function waitingForLimit({
  postgres,
}: System): Promise<{ readonly count: number; readonly until: number }> {
  const rows = await queryRows(
    postgres.url,
    `SELECT count(*)::int AS count, coalesce(min(due_at), 0)::float AS until FROM effect
     WHERE state = 'waiting' AND error LIKE 'GitHub''s limit on new comments%'`,
  );
  return waitingRow.parse(rows)[0];
}

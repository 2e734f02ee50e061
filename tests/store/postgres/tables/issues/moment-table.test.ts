import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { momentsVersion } from "../../../../../src/engine/measures/moment.ts";
import { emptyPersistedState } from "../../../../../src/engine/model/persisted-state.ts";
import { openPostgresStore } from "../../../../../src/store/postgres/store.ts";
import { cycle, recordOf } from "../../../../contracts/store/samples.ts";
import { demo, maria, task } from "../../../../support/issues.ts";
import { newIndex, noPostgres } from "../../../../support/postgres.ts";
import { fixedClock } from "../../../homes.ts";

describe.skipIf(noPostgres)("moments in PostgreSQL", () => {
  test("a start derives those of an earlier release again, except of records that lack what they need", async () => {
    const url = await newIndex();
    const store = await openPostgresStore(url, { clock: fixedClock });
    const records = [task(12), task(13)].map((seen) =>
      recordOf(seen, {
        persisted: { ...emptyPersistedState, admitted: { hash: seen.textHash, by: maria.id } },
      }),
    );
    await store.index.commit(cycle({ repositories: [demo], records }));
    await store.close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const moments = async () =>
      (await client.query("SELECT issue_id, type FROM moment ORDER BY issue_id, place")).rows;
    const before = await moments();
    expect(before).toContainEqual({ issue_id: "I_12", type: "task-opened" });
    await client.query("DELETE FROM moment; UPDATE moments_derived SET version = 0");
    await client.query(`UPDATE issue SET record = (record::jsonb - 'reading')::text WHERE id = 'I_13'`);
    await (await openPostgresStore(url, { clock: fixedClock })).close();
    expect(await moments()).toEqual(before.filter(({ issue_id }) => issue_id === "I_12"));
    expect((await client.query("SELECT version FROM moments_derived")).rows).toEqual([
      { version: momentsVersion },
    ]);
  });
});

/** Two servers on one data folder although the lock is gone: the one that was there first writes no more. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { nothingSettled } from "../../../../src/dispatcher/repository/changes.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { effect, fill, recordOf } from "../../../contracts/store/samples.ts";
import { demo, start, task } from "../../../support/issues.ts";
import { newHome, openTestStore } from "../../homes.ts";

const refusal = "another server has opened this index since, so this one no longer writes";

test("AG29 B13 a server whose lock file was deleted is superseded by the next one: its commits and sends are refused", async () => {
  const home = newHome();
  const first = openTestStore(home);
  await fill(first.index, task(12));
  const effects = [effect(12, "labels", "a")];
  await first.index.commit({ ...nothingSettled, decided: ["I_12"], effects });
  const ids = (await first.outbox.due(demo.installationId, start, 10)).map(({ id }) => id);
  expect(ids).toHaveLength(1);
  expect(first.faults()).toEqual([]);

  rmSync(`${databaseIn(home)}.lock`);
  const second = openTestStore(home);
  await expect(first.outbox.sending(ids, start)).rejects.toThrow(refusal);
  const records = [recordOf(task(13))];
  await expect(first.index.commit({ ...nothingSettled, records })).rejects.toThrow(refusal);
  expect(first.faults()).toMatchObject([{ part: "index", error: refusal }]);

  expect(await second.index.records(["I_13"])).toEqual(new Map());
  expect(await second.outbox.sending(ids, start)).toEqual(ids);
  await second.index.commit({ ...nothingSettled, records });
  expect(second.faults()).toEqual([]);
});

test("a server that starts again on its folder takes it over from itself", async () => {
  const home = newHome();
  for (let life = 0; life < 3; life++) {
    const store = openTestStore(home);
    await fill(store.index, task(12 + life));
    store.close();
  }
  expect((await openTestStore(home).index.records(["I_12", "I_13", "I_14"])).size).toBe(3);
});

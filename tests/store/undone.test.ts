/** What a transaction saved and then rolled back must not be read, although it was cached. */
import { expect, test } from "vitest";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import { cycle, recordOf } from "../contracts/store/samples.ts";
import { task } from "../support/issues.ts";
import { recordIn } from "../support/store-questions.ts";
import { newHome, openTestStore } from "./homes.ts";

test("after a failed commit a record reads as it was before", async () => {
  const { index } = openTestStore(newHome());
  const save = (...records: readonly IssueRecord[]) => index.commit(cycle({ records }));
  const before = recordOf(task(1, { title: "Before" }));
  const after = recordOf(task(1, { title: "After" }));
  await save(before);
  await expect(save(after, { ...recordOf(task(2)), readAt: Number.NaN })).rejects.toThrow("NOT NULL");
  expect(await recordIn(index, "I_1")).toEqual(before);
  await save(after);
  expect(await recordIn(index, "I_1")).toEqual(after);
});

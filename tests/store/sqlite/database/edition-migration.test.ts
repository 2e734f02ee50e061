/** The step that stores editions with the records, on an index of the release before. */
import { expect, test } from "vitest";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { steps } from "../../../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";
import { listedQuestions } from "../../../../src/store/sqlite/tables/issues/issue-lists.ts";
import { cycle } from "../../../contracts/store/samples.ts";
import { leaveEarlierIndex } from "../../earlier-index.ts";
import { fixedClock, newHome, openTestStore } from "../../homes.ts";

const adding = steps.findIndex((step) => step.includes("ADD COLUMN edition"));

test("questions of an earlier release are listed after the migration, and one written then has a new edition", async () => {
  const home = newHome();
  leaveEarlierIndex(home, adding);
  const { index, coordinatorStore } = openTestStore(home);
  const [repository] = index.repositories();
  const listed = () => coordinatorStore.listed(repository?.id ?? "", "question", 9);
  const before = await listed();
  expect(before.length).toBe(2);
  const [first, second] = [...(await coordinatorStore.records(before.map(({ id }) => id))).values()];
  if (first === undefined || second === undefined) throw new Error("The fixture holds two questions.");
  await index.commit(cycle({ records: [first] }));
  const after = new Map((await listed()).map(({ id, edition }) => [id, edition]));
  expect(after.get(first.seen.id)).toBeGreaterThan(0);
  expect(after.get(second.seen.id)).toBe(0);
  expect(await coordinatorStore.edition(repository?.id ?? "")).toBe(after.get(first.seen.id));
});

test("a list of questions is answered by its index, without reading a record", () => {
  const home = newHome();
  openStore(home, { clock: fixedClock }).close();
  const database = openForReading(databaseIn(home));
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${listedQuestions}`).all("R", "question", 9);
  database.close();
  const reads = plan.map(({ detail }) => String(detail)).filter((detail) => detail.includes(" issue"));
  expect(reads).toEqual([expect.stringContaining("USING COVERING INDEX issue_asked")]);
});

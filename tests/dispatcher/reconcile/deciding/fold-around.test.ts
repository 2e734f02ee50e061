/** What a decision holds of the index: what its facts meet for the first time, too. */
import { expect, test } from "vitest";
import { inSteps } from "../../../../src/dispatcher/in-steps.ts";
import { foldAround } from "../../../../src/dispatcher/reconcile/deciding/fold-around.ts";
import type { Fact } from "../../../../src/engine/model/fact.ts";
import { other } from "../../../contracts/store/samples.ts";
import { bob, demo, issue, links, start, task } from "../../../support/issues.ts";
import { memoryStore } from "../../../support/memory-store.ts";

const third = { ...demo, id: "R_third", name: "third" };

async function repositoriesAfter(fact: Fact): Promise<readonly string[]> {
  const { index } = memoryStore();
  await index.saveRepositories([demo, { ...other, owner: "acme", name: "other" }, third], []);
  const ids = fact.type === "IssueSeen" ? [fact.issue.id] : [];
  const { snapshot } = await inSteps({ now: () => start }, foldAround(index, ids, [fact]));
  return [...snapshot.repositories.keys()].toSorted();
}

const seen = (changes: Parameters<typeof task>[1]): Fact => ({
  type: "IssueSeen",
  issue: task(12, changes),
  readAt: start,
});

test("an issue read for the first time brings its own repository, those it is linked to and those it names", async () => {
  expect(await repositoriesAfter(seen({}))).toEqual(["R_demo"]);
  expect(await repositoriesAfter(seen({ blockedByText: "acme/other#404" }))).toEqual(["R_demo", "R_other"]);
  const abroad = issue(7, { id: "I_abroad", repositoryId: third.id });
  expect(await repositoriesAfter(seen({ blockedBy: links(abroad) }))).toEqual(["R_demo", "R_third"]);
});

test("a pending command of an issue that was read brings the repository that it names", async () => {
  const comments = [{ id: "IC_1", author: bob, text: "/block acme/other#404", createdAt: start }];
  expect(await repositoriesAfter(seen({ comments }))).toEqual(["R_demo", "R_other"]);
});

test("a transferred issue brings the repository that it went to", async () => {
  const moved: Fact = { type: "IssueMoved", from: "I_1", to: "I_2", repositoryId: third.id, number: 3 };
  expect(await repositoriesAfter(moved)).toEqual(["R_third"]);
});

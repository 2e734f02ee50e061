/** Tests answers that are deleted after they answered their question. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, botLogin, type Pair } from "../support/freeing.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
let alice: Actor;
let bob: Actor;
let maria: Actor;
beforeAll(async () => {
  bus = await startBus();
  [alice, bob, maria] = [bus.as("alice"), bus.as("bob"), bus.as("maria")];
});
afterAll(() => bus.stop());

const labelsOf = async (issue: number): Promise<readonly string[]> => (await alice.see(issue)).labels;
const said = async (issue: number): Promise<string> =>
  (await alice.comments(issue)).find(({ author }) => author === botLogin)?.body ?? "";
const remove = (comment: number) =>
  maria.octokit.rest.issues.deleteComment({ ...maria.repository, comment_id: comment });

async function deleteIssue(number: number): Promise<void> {
  const { data } = await maria.octokit.rest.issues.get({ ...maria.repository, issue_number: number });
  const document = "mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
  await maria.octokit.graphql(document, { id: data.node_id });
}

async function expectFlagged({ task, question }: Pair): Promise<void> {
  const labels = await labelsOf(question);
  expect(labels).toContain("escalated");
  expect(labels).not.toContain("answered");
  expect(await said(question)).toMatch(/\*\*Its answer was deleted[\s\S]*`bob`[\s\S]*> Opaque tokens\./);
  expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
}

describe("an answer deleted after its question was closed", () => {
  test("D05 deleting an answering comment flags the question, unblocks and blocks nothing, until it is answered again", async () => {
    const { task, question } = await blockedPair(bus);
    const comment = await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    await remove(comment);
    await bus.settled();
    await expectFlagged({ task, question });
    await maria.comment(question, "/answer Signed tokens.");
    await bus.settled();
    expect(await labelsOf(question)).toContain("answered");
    expect(await labelsOf(question)).not.toContain("escalated");
    expect(await said(question)).toContain("> Signed tokens.");
  });

  test("D05 deleting an answering issue flags the question too", async () => {
    const { task, question } = await blockedPair(bus);
    const body = `### Answers\n\n#${question}\n\n### Decision\n\nOpaque tokens.\n\n### Rationale\n\nSimple.`;
    const answer = await bob.open("A: Opaque", body, ["kind:answer"]);
    await bus.settled();
    expect(await labelsOf(question)).toContain("answered");
    await deleteIssue(answer);
    await bus.settled();
    await expectFlagged({ task, question });
  });

  test("D05 a deleted answer is noticed by a rebuilt index after the delivery was lost", async () => {
    const { task, question } = await blockedPair(bus);
    const comment = await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    const heal = bus.hub.faults.add({
      on: "delivery",
      match: { event: "issue_comment" },
      effect: { kind: "drop" },
    });
    await remove(comment);
    await bus.settled();
    expect(await labelsOf(question)).toContain("answered");
    heal();
    await bus.stopServer();
    await loseIndex(bus.home);
    rmSync(bus.home, { recursive: true });
    await bus.startServer();
    await expectFlagged({ task, question });
  });
});

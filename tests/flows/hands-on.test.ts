/** Tests manual changes: to our comments, our labels, issue types, and issues that are deleted. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openDiscovery } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
let maria: Actor;
const place = { owner: "acme", repo: "demo" };
beforeEach(async () => {
  bus = await startBus();
  alice = bus.as("alice");
  maria = bus.as("maria");
});
afterEach(() => bus.stop());

const goal = (text: string, blockedBy = ""): string =>
  `### Goal\n\n${text}\n${blockedBy === "" ? "" : `\n### Blocked by\n\n${blockedBy}\n`}`;

/** A task that waits for another. */
async function pair(): Promise<{ readonly blocker: number; readonly task: number }> {
  const blocker = await alice.open("One", goal("One."), ["kind:task"]);
  await bus.settled();
  const task = await alice.open("Two", goal("Two.", `#${blocker}`), ["kind:task"]);
  await bus.settled();
  return { blocker, task };
}
/** The same with a discovery announced in it: only then does the task have a status comment. */
async function toldPair(): Promise<{ readonly blocker: number; readonly task: number }> {
  const numbers = await pair();
  await openDiscovery(bus.as("bob"), numbers.task);
  await bus.settled();
  return numbers;
}
const ours = async (issue: number) =>
  (await alice.comments(issue)).filter(({ author }) => author.endsWith("[bot]"));

describe("our status comment", () => {
  test("D03 a status comment edited by a maintainer is corrected in place, and the edit has no effect", async () => {
    const { task } = await toldPair();
    const [status] = await ours(task);
    await maria.octokit.rest.issues.updateComment({
      ...place,
      comment_id: status?.id ?? 0,
      body: (status?.body ?? "").replace("**Blocked**", "**Ready**"),
    });
    await bus.settled();
    await bus.sweep();
    const after = await ours(task);
    expect(after).toHaveLength(1);
    expect(after[0]?.body).toContain("**Blocked** by 1 issue.");
    expect((await alice.see(task)).labels).toContain("status:blocked");
  });

  test("D04 a deleted status comment is written again, once", async () => {
    const { task } = await toldPair();
    const [status] = await ours(task);
    await maria.octokit.rest.issues.deleteComment({ ...place, comment_id: status?.id ?? 0 });
    bus.clock.advance(60_000);
    await bus.settled();
    await bus.sweep();
    const after = await ours(task);
    expect(after.map(({ body }) => body.includes("**Blocked** by 1 issue."))).toEqual([true]);
  });

  test("D04 a status comment that was deleted twice stays away, and labels are still maintained", async () => {
    const { task } = await toldPair();
    for (let n = 0; n < 2; n++) {
      const status = (await ours(task)).find(({ body }) => body.includes("**Blocked** by 1 issue."));
      await maria.octokit.rest.issues.deleteComment({ ...place, comment_id: status?.id ?? 0 });
      bus.clock.advance(60_000);
      await bus.settled();
      await bus.sweep();
    }
    expect(await ours(task)).toEqual([]);
    expect((await alice.see(task)).labels).toContain("status:blocked");
  });
});

describe("labels", () => {
  test("D13 our labels are restored, people's own are left alone, and one deleted from the repository is recreated", async () => {
    const { task } = await pair();
    await maria.label(task, "good first issue");
    await maria.unlabel(task, "status:blocked");
    await maria.label(task, "status:ready");
    await bus.settled();
    expect((await alice.see(task)).labels).toEqual(["good first issue", "kind:task", "status:blocked"]);
    await maria.octokit.rest.issues.deleteLabel({ ...place, name: "status:blocked" });
    await bus.settled();
    await bus.sweep();
    expect((await alice.see(task)).labels).toContain("status:blocked");
  });

  test("D13 two kinds on one issue are a contradiction that is reported", async () => {
    const { task } = await pair();
    await maria.label(task, "kind:question");
    await bus.settled();
    expect((await alice.see(task)).labels).toContain("needs-fix");
    expect((await ours(task))[0]?.body).toContain("The labels say both");
    await maria.unlabel(task, "kind:question");
    await bus.settled();
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  });
});

describe("an issue that is deleted or locked", () => {
  test("D06 a deleted issue keeps blocking its tasks until a person says otherwise", async () => {
    const { blocker, task } = await pair();
    const { data } = await maria.octokit.rest.issues.get({ ...place, issue_number: blocker });
    await maria.octokit.graphql(
      "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }",
      {
        id: data.node_id,
      },
    );
    await bus.settled();
    await bus.sweep();
    expect((await alice.see(task)).labels).toContain("status:blocked");
    expect((await ours(task))[0]?.body).toMatch(/\*\*Blocked: `maria` has to decide in #\d+\*\*, due /);
    await alice.comment(task, `/unblock #${blocker}`);
    await bus.settled();
    expect((await alice.see(task)).labels).toContain("status:ready");
  });

  test("D09 a locked issue is still labelled and commented on", async () => {
    const { blocker, task } = await pair();
    await maria.octokit.rest.issues.lock({ ...place, issue_number: task });
    await alice.close(blocker);
    await bus.settled();
    expect((await alice.see(task)).labels).toContain("status:ready");
    expect((await ours(task)).some(({ body }) => body.includes("@alice, this task is ready"))).toBe(true);
  });
});

/**
 * Tests what people do to issues besides answering them: bodies are corrected, blockers are closed as not
 * planned and reopened.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle, keysOf } from "../support/chronicle.ts";
import {
  blockedPair,
  botLogin,
  expectExplained,
  ledgerOf,
  openTask,
  questionText,
} from "../support/freeing.ts";

let bus: TestBus;
let events: Chronicle;
let alice: Actor;
let bob: Actor;
beforeAll(async () => {
  bus = await startBus();
  events = chronicle(bus);
  alice = bus.as("alice");
  bob = bus.as("bob");
});
afterAll(() => bus.stop());

async function ownOf(issue: number) {
  return (await alice.comments(issue)).filter(({ author }) => author === botLogin);
}

async function labelsOf(issue: number): Promise<readonly string[]> {
  return (await alice.see(issue)).labels;
}

describe("a body that its author edits", () => {
  test("D01 an edited body is parsed again, in the same comment, with both hashes in the ledger", async () => {
    const task = await openTask(alice);
    const lacking = questionText(task).replace(/### Category\n\narchitecture/, "### Category\n\nfancy");
    const question = await alice.open("Q: Which?", lacking, ["kind:question"]);
    await bus.settled();
    expect(await labelsOf(question)).toContain("needs-fix");
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    const [before] = await ownOf(question);
    expect(before?.body).toContain("**Needs a fix: ");

    await alice.edit(question, { body: questionText(task) });
    await bus.settled();
    const own = await ownOf(question);
    expect(own.map(({ id }) => id)).toEqual([before?.id]);
    expect(own[0]?.body).not.toContain("Needs a fix");
    expect(await labelsOf(question)).not.toContain("needs-fix");
    expect(await labelsOf(task)).toEqual(["kind:task", "status:blocked"]);
    const edits = (await ledgerOf(bus, question)).filter(({ kind }) => kind === "edited");
    expect(edits.map(({ what, because }) => `${what}. ${because}`)).toEqual([
      expect.stringMatching(
        /^the body was edited by alice\. The body changed from [0-9a-f]{8} to [0-9a-f]{8} and is reread\.$/,
      ),
    ]);

    await alice.edit(question, { body: lacking });
    await bus.settled();
    expect(await labelsOf(question)).toContain("needs-fix");
    expect((await ownOf(question)).map(({ id }) => id)).toEqual([before?.id]);
    expect(await labelsOf(task)).toEqual(["kind:task", "status:blocked"]);
    expect(events.commented(question)).toBe(1);
  });
});

describe("a blocker that is given up", () => {
  test.each(["not_planned", "duplicate"] as const)(
    "D11 a blocker closed as %s does not unblock its task, and the task's status asks a person once",
    async (reason) => {
      const blocker = await openTask(bob);
      const task = await openTask(alice, { blockedBy: `#${blocker}` });
      await bus.settled();
      await bob.octokit.rest.issues.update({
        ...bob.repository,
        issue_number: blocker,
        state: "closed",
        state_reason: reason,
      });
      await bus.settled();
      await bus.sweep();
      expect(await labelsOf(task)).toEqual(["escalated", "kind:task", "status:blocked"]);
      const own = await ownOf(task);
      expect(keysOf(own)).toEqual(["status"]);
      expect(own[0]?.body).toMatch(/\*\*Blocked: `maria` has to decide in #\d+\*\*, due /);
      expect(own[0]?.body).toContain(`#${blocker} Sign in: closed, but not as completed`);
      await expectExplained(bus, task, ["show-task-status", "show-status"]);

      await bob.unblock(task, blocker);
      await bus.settled();
      expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
      expect(keysOf(await ownOf(task)).filter((key) => key.startsWith("wake:"))).toHaveLength(1);
    },
  );

  test("D11 a question that someone else closes as not planned still blocks its task", async () => {
    const { task, question } = await blockedPair(bus);
    await bob.close(question, "not_planned");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["escalated", "kind:task", "status:blocked"]);
    expect((await ownOf(question))[0]?.body).toContain("only its asker can withdraw it");
    await bob.reopen(question);
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });
});

describe("a blocker that turns out to be a duplicate", () => {
  test("D11 a task blocked by a duplicate waits for the original, which unblocks it once", async () => {
    const original = await openTask(bob);
    const copy = await openTask(bob);
    const task = await openTask(alice, { blockedBy: `#${copy}` });
    await bus.settled();
    await bob.closeAsDuplicate(copy, original);
    await bus.settled();
    expect(await alice.blockers(task)).toEqual([original]);
    expect(await labelsOf(task)).toEqual(["kind:task", "status:blocked"]);
    expect(await ownOf(task)).toEqual([]);
    await expectExplained(bus, task, ["make-edges", "move-edges"]);
    await bob.close(original);
    await bus.settled();
    await bus.sweep();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    expect(keysOf(await ownOf(task))).toEqual([expect.stringMatching(/^wake:/)]);
  });

  test("D11 a task blocked by a duplicate question waits for the original's answer, and its notice has that decision", async () => {
    const first = await blockedPair(bus);
    const second = await blockedPair(bus);
    await bob.closeAsDuplicate(second.question, first.question);
    await bus.settled();
    expect(await alice.blockers(second.task)).toEqual([first.question]);
    expect(await labelsOf(second.task)).toEqual(["kind:task", "status:blocked"]);
    expect(await ownOf(second.question)).toEqual([]);
    await bob.comment(first.question, "/answer Opaque tokens.");
    await bus.settled();
    await bus.sweep();
    for (const { task } of [first, second]) {
      expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
      const own = await ownOf(task);
      expect(keysOf(own)).toEqual([expect.stringMatching(/^wake:/)]);
      expect(own[0]?.body).toContain("> Opaque tokens.");
    }
  });
});

describe("a blocker that is reopened", () => {
  async function freeTask(): Promise<{ readonly task: number; readonly blocker: number }> {
    const blocker = await openTask(bob);
    const task = await openTask(alice, { blockedBy: `#${blocker}` });
    await bus.settled();
    await bob.close(blocker);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    return { task, blocker };
  }

  test("D12 a reopened blocker blocks a task that was not started, and unblocks it again", async () => {
    const { task, blocker } = await freeTask();
    await bob.reopen(blocker);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:blocked"]);
    bus.clock.advance(2_000);
    await bob.close(blocker);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    const keys = keysOf(await ownOf(task)).filter((key) => key.startsWith("wake:"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test.each(["status:in-progress", "status:in-review"])(
    "D12 a reopened blocker does not stop a task that is %s, and a warning is shown",
    async (status) => {
      const { task, blocker } = await freeTask();
      await alice.label(task, status);
      await alice.unlabel(task, "status:ready").catch(() => {});
      await bus.settled();
      await bob.reopen(blocker);
      await bus.settled();
      await bus.sweep();
      expect(await labelsOf(task)).toEqual(["kind:task", status]);
      expect(events.given(task).filter((label) => label === "status:blocked")).toHaveLength(1);
      const [wake, shown] = await ownOf(task);
      expect(keysOf([wake, shown].filter((own) => own !== undefined))).toEqual([
        expect.stringMatching(/^wake:/),
        "status",
      ]);
      expect(shown?.body).toContain(
        "**Check your work:** a blocker was reopened or edited after this was started.",
      );
    },
  );
});

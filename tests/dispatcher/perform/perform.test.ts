import { afterEach, describe, expect, test } from "vitest";
import type { Failure } from "../../../src/dispatcher/ports/failure.ts";
import type { NodeId } from "../../../src/engine/model/fact.ts";
import { type DeskOptions, openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { answer, bob, completed, question, task } from "../../support/issues.ts";
import { recordIn } from "../../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const lost: Failure = { type: "unknown", message: "502 Bad Gateway" };
const own = (id: NodeId, key: string): number =>
  desk.github.issues.get(id)?.own.filter((comment) => comment.key.startsWith(key)).length ?? 0;
const sent = (type: string): number => desk.github.writes.filter(({ effect }) => effect.type === type).length;

/** Task 12 blocked by question 40, and an answer whose delivery has not arrived yet. */
async function beforeTheAnswer(options: DeskOptions = {}): Promise<void> {
  desk = await openDesk(options);
  desk.github.put(task(12));
  desk.github.put(question(40, "#12"));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  const at = desk.github.second();
  desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
}

async function answered(): Promise<void> {
  await desk.deliver(["I_41"]);
  for (let n = 0; n < 5; n++) await desk.later(5_000);
}

describe("a create with an unknown outcome", () => {
  test("C06 a create with an unknown outcome that happened is found by its marker and not repeated", async () => {
    await beforeTheAnswer();
    desk.github.writeFaults.push({ on: "AddComment", applied: true, failure: lost });
    await answered();
    expect(own("I_12", "wake:")).toBe(1);
    expect(sent("AddComment")).toBe(1);
    expect(desk.store.effects.size).toBe(0);
    const row = desk.store.ledger.find(({ what }) => what.includes("found after an unknown outcome"));
    expect(row).toMatchObject({ kind: "done", issueId: "I_12" });
  });

  test("C07 a create with an unknown outcome that did not happen is sent once more", async () => {
    await beforeTheAnswer();
    desk.github.writeFaults.push({ on: "AddComment", applied: false, failure: lost });
    await answered();
    expect(own("I_12", "wake:")).toBe(1);
    expect(sent("AddComment")).toBe(2);
  });

  test("C08 a status comment with an unknown outcome is found, and edited to its current text", async () => {
    desk = await openDesk();
    desk.github.put(task(12, { blockedByText: "#99" }));
    desk.github.writeFaults.push({ on: "ShowStatus", applied: true, failure: lost });
    await desk.deliver(["I_12"]);
    desk.github.put(question(40, "#12"));
    await desk.deliver(["I_40"]);
    for (let n = 0; n < 30; n++) await desk.later(5_000);
    expect(own("I_12", "status")).toBe(1);
    expect(desk.github.issues.get("I_12")?.own[0]?.text).toContain("#40");
    expect(desk.store.effects.size).toBe(0);
  });

  test("C11 a create with an unknown outcome is not retried before the visibility window ends", async () => {
    await beforeTheAnswer({ pace: { visibilityMs: 10_000 } });
    desk.github.writeFaults.push({ on: "AddComment", applied: true, failure: lost });
    desk.github.duringWrite = ({ effect }) => {
      if (effect.type === "AddComment") for (let n = 0; n < 9; n++) desk.github.invisible.add(`IC_${n}`);
    };
    await desk.deliver(["I_41"]);
    await desk.later(5_000);
    expect(sent("AddComment")).toBe(1);
    desk.github.invisible.clear();
    await desk.later(10_000);
    expect(sent("AddComment")).toBe(1);
    expect(own("I_12", "wake:")).toBe(1);
  });

  test("C11 a create that was sent again has a visibility window of its own", async () => {
    await beforeTheAnswer({ pace: { visibilityMs: 10_000 } });
    desk.github.writeFaults.push(
      { on: "AddComment", applied: false, failure: lost },
      { on: "AddComment", applied: true, failure: lost },
    );
    desk.github.duringWrite = ({ effect }) => {
      if (effect.type === "AddComment") for (let n = 0; n < 9; n++) desk.github.invisible.add(`IC_${n}`);
    };
    await desk.deliver(["I_41"]);
    for (let n = 0; n < 6; n++) await desk.later(2_000);
    expect(sent("AddComment")).toBe(2);
    for (let n = 0; n < 3; n++) await desk.later(2_000);
    expect(sent("AddComment")).toBe(2);
    desk.github.invisible.clear();
    await desk.later(10_000);
    expect(sent("AddComment")).toBe(2);
    expect(own("I_12", "wake:")).toBe(1);
  });
});

describe("a refused write", () => {
  test("C15 a refused write is not retried, is recorded in the ledger, and requests a refresh of its issue", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    const failure: Failure = { type: "refused", message: "422 label too long" };
    desk.github.writeFaults.push({ on: "SetLabels", applied: false, failure });
    await desk.deliver(["I_12"]);
    await desk.settled();
    const reads = desk.github.reads.length;
    expect(reads).toBeGreaterThan(1);
    expect(desk.store.ledger).toContainEqual(
      expect.objectContaining({ kind: "refused", what: expect.stringContaining("422 label too long") }),
    );
  });

  test.each([
    [4, 0],
    [5, 1],
  ])(
    "one that GitHub may refuse for a moment is tried five times: %i refusals, %i kept",
    async (times, kept) => {
      desk = await openDesk();
      desk.github.put(task(12));
      const failure: Failure = { type: "refused", message: "405 not mergeable", mayPass: true };
      for (let n = 0; n < times; n++)
        desk.github.writeFaults.push({ on: "SetLabels", applied: false, failure });
      await desk.deliver(["I_12"]);
      for (let n = 0; n < 10; n++) await desk.later(60_000);
      expect(desk.store.ledger.filter(({ kind }) => kind === "refused")).toHaveLength(kept);
      expect(desk.github.show("I_12")?.labels.includes("status:ready")).toBe(kept === 0);
    },
  );

  test("D09 a comment refused on a locked issue is recorded and not retried, and the labels are right", async () => {
    desk = await openDesk();
    desk.github.put(task(12, { blockedByText: "#99", isLocked: true }));
    const message = "403 Unable to create comment because issue is locked";
    const failure: Failure = { type: "refused", message };
    for (let n = 0; n < 30; n++) desk.github.writeFaults.push({ on: "ShowStatus", applied: false, failure });
    await desk.deliver(["I_12"]);
    await desk.settled();
    await desk.later(60_000);
    const refused = desk.store.ledger.filter(({ kind }) => kind === "refused");
    expect(refused.map(({ what }) => what)).toEqual([expect.stringContaining(message)]);
    expect(desk.github.show("I_12")?.labels).toEqual(expect.arrayContaining(["needs-fix", "status:blocked"]));
  });

  test("C17 a status comment that a user deleted is written again", async () => {
    await beforeTheAnswer();
    await answered();
    expect(own("I_40", "status")).toBe(1);
    desk.github.change("I_40", { own: [] });
    await desk.deliver(["I_40"]);
    await desk.later(60_000);
    expect(own("I_40", "status")).toBe(1);
  });
});

describe("what is gone", () => {
  test("C17 effects of a deleted issue are dropped: nothing is repeated, and the ledger records what became of them", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    const failure: Failure = { type: "gone", message: "410 This issue was deleted" };
    desk.github.writeFaults.push({ on: "SetLabels", applied: false, failure });
    desk.github.duringWrite = () => desk.github.issues.delete("I_12");
    await desk.deliver(["I_12"]);
    for (let n = 0; n < 30; n++) await desk.later(60_000);
    expect(sent("SetLabels")).toBe(1);
    expect(desk.store.effects.size).toBe(0);
    expect(await recordIn(desk.store.index, "I_12")).toBeUndefined();
    const told = { issueId: "I_12", what: expect.stringContaining("410 This issue was deleted") };
    expect(desk.store.ledger).toContainEqual(expect.objectContaining(told));
  });
});

describe("commands that revert one another", () => {
  const wrote = (id: string, text: string) => ({ id, text, author: bob, createdAt: desk.github.second() });

  test.each([
    ["in one comment", ["/block #13\n/unblock #13"], 0],
    ["in one comment, the other way round", ["/unblock #13\n/block #13"], 1],
    ["in two comments, under two names", ["/block acme/demo#13", "/unblock #13"], 0],
  ])("commands %s end as the last one says, and each gets one reaction", async (_, texts, edges) => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(task(13));
    await desk.deliver(["I_12", "I_13"]);
    await desk.settled();
    desk.github.change("I_12", { comments: texts.map((text, n) => wrote(`IC_${n}`, text)) });
    await desk.deliver(["I_12"]);
    for (let n = 0; n < 30; n++) await desk.later(40_000);
    expect(sent("AddBlockedBy") + sent("RemoveBlockedBy")).toBe(edges);
    expect(sent("AddReaction")).toBe(texts.length);
    expect(desk.github.show("I_12")?.blockedBy.issues).toHaveLength(edges);
  });
});

describe("the user who asked", () => {
  test("G05 a command by a user whose role cannot be read has no effect yet, and takes effect as soon as it can be read", async () => {
    await beforeTheAnswer();
    desk.github.roles.set("bob", "unknown");
    await answered();
    expect(desk.github.issues.get("I_40")?.issueState.state).toBe("open");
    expect(desk.github.issues.get("I_41")?.labels).not.toContain("needs-approval");
    desk.github.roles.set("bob", "write");
    for (let n = 0; n < 30; n++) await desk.later(5_000);
    expect(desk.github.issues.get("I_40")?.issueState).toEqual(completed);
    expect(own("I_12", "wake:")).toBe(1);
  });

  async function queued(role: string): Promise<void> {
    desk = await openDesk();
    desk.github.put(task(12));
    await desk.deliver(["I_12"]);
    await desk.settled();
    desk.github.roles.set("bob", role);
    const effect = { type: "AddComment", marker: "reply:IC_x", text: "Done." } as const;
    const actor = { id: bob.id, login: "bob", role: "write" };
    await desk.dispatcher.pause();
    const { index } = desk.store;
    await index.commit({
      settled: [],
      refreshed: [],
      refreshes: [],
      page: undefined,
      records: [],
      gone: [],
      repositories: [],
      decided: [],
      effects: [
        {
          issueId: "I_12",
          repositoryId: "R_demo",
          key: "I_12 reply",
          slot: { type: "reply", id: "IC_7" },
          effect,
          reason: { rule: "run-commands", because: "bob asked", actor },
        },
      ],
      notes: [],
      ledger: [],
      cursor: undefined,
    });
    desk.dispatcher.resume();
    await desk.settled();
  }

  test("G06 the requester's role is read again when the effect runs, which is done if they are still trusted", async () => {
    await queued("write");
    expect(own("I_12", "reply:")).toBe(1);
    expect(desk.store.ledger.at(-1)).toMatchObject({ kind: "done", actor: { login: "bob" } });
  });

  test("G06 an effect whose requester lost their role meanwhile is dropped, and the ledger records it", async () => {
    await queued("read");
    expect(own("I_12", "reply:")).toBe(0);
    expect(desk.store.ledger).toContainEqual(
      expect.objectContaining({ kind: "dropped", what: expect.stringContaining("bob is now read") }),
    );
    expect(desk.store.effects.size).toBe(0);
  });

  test("G06 an effect waits while its requester's role cannot be read", async () => {
    await queued("unknown");
    expect(own("I_12", "reply:")).toBe(0);
    desk.github.roles.set("bob", "write");
    await desk.later(2_000);
    expect(own("I_12", "reply:")).toBe(1);
  });
});

describe("the role of who asked for effects", () => {
  /** Task 12 of Alice, whose text names three others. */
  async function namingThree(): Promise<void> {
    desk = await openDesk();
    for (const number of [1, 2, 3]) desk.github.put(task(number));
    desk.github.put(task(12, { blockedByText: "#1, #2, #3" }));
    await desk.deliver(["I_1", "I_2", "I_3", "I_12"]);
  }

  test("is looked up once for all effects that are sent together", async () => {
    await namingThree();
    await desk.settled();
    expect(sent("AddBlockedBy")).toBe(3);
    expect(desk.github.rechecked).toEqual(["alice"]);
  });

  test("is looked up again for the next batch", async () => {
    await namingThree();
    await desk.settled();
    desk.github.put(task(4, { blockedByText: "#12" }));
    await desk.deliver(["I_4"]);
    await desk.settled();
    expect(sent("AddBlockedBy")).toBe(4);
    expect(desk.github.rechecked).toEqual(["alice", "alice"]);
  });
});

import { describe, expect, it } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import { visibilityMs } from "../../../src/engine/fold/seen-record.ts";
import type { Fact } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { alice, bob, closed, completed, demo, empty, links, start, task } from "../../support/issues.ts";

const readAt = start + 1_000_000;
const seen = (issue: ReturnType<typeof task>, at = readAt): Fact => ({
  type: "IssueSeen",
  issue,
  readAt: at,
});

describe("fold", () => {
  it("C10 a read that is older than what is known is dropped, and a refresh is requested", () => {
    const newer = { ...task(1), updatedAt: start + 9_000, title: "Newer" };
    const { snapshot, stale } = fold(empty, [seen(newer), seen(task(1))]);
    expect(snapshot.records.get("I_1")?.seen.title).toBe("Newer");
    expect(stale).toEqual(["I_1"]);
  });

  it("C10 a read that began before our own last write was confirmed is dropped", () => {
    const { stale } = fold(empty, [seen(task(1)), seen(task(1), readAt - 1)]);
    expect(stale).toEqual(["I_1"]);
  });

  it("C11 a comment that we just wrote is kept if a read does not show it yet", () => {
    const own = [
      {
        id: "IC_1",
        key: "status",
        text: "Blocked",
        persisted: undefined,
        createdAt: readAt - 1_000,
        isMinimized: false,
      },
    ];
    const { snapshot } = fold(empty, [seen(task(1, { own })), seen(task(1), readAt + 1)]);
    expect(snapshot.records.get("I_1")?.seen.own).toHaveLength(1);
    const later = fold(snapshot, [seen(task(1), readAt + visibilityMs)]);
    expect(later.snapshot.records.get("I_1")?.seen.own).toHaveLength(0);
  });

  describe("a comment that a delivery reported", () => {
    const reported = {
      id: "IC_1",
      author: bob,
      text: "/answer Yes",
      createdAt: start,
      isOnlyReported: true,
    } as const;
    const { isOnlyReported: _, ...read } = reported;
    const heard: Fact = { type: "CommentSeen", issueId: "I_1", comment: reported };
    const commentIn = (facts: readonly Fact[], before = empty) =>
      fold(before, facts).snapshot.records.get("I_1")?.seen.comments;
    const shown = { since: -Infinity, ids: new Set(["IC_1"]) };

    it("is known by its delivery alone until a read shows it", () => {
      expect(commentIn([heard, seen(task(1))])).toEqual([reported]);
      expect(commentIn([heard, seen(task(1, { comments: [read] }))])).toEqual([read]);
    });

    it("came by mail if a read says so, whichever of the two comes first and however often", () => {
      const mailed = seen(task(1, { comments: [{ ...read, byMail: true }] }));
      expect(commentIn([heard, mailed])).toEqual([{ ...read, byMail: true }]);
      expect(commentIn([mailed, heard, heard])).toEqual([{ ...read, byMail: true }]);
    });

    it("keeps its first text, and came by mail if a read says so, when it was edited before it was read", () => {
      const edited = (byMail?: ReadonlySet<string>) => seen(task(1, { shown: { ...shown, byMail } }));
      expect(commentIn([heard, edited()])).toEqual([read]);
      expect(commentIn([heard, edited(new Set(["IC_1"]))])).toEqual([{ ...read, byMail: true }]);
    });
  });

  describe("comments that a read does not show", () => {
    const comment = (id: string, createdAt: number) => ({ id, author: bob, text: "/tell ada no", createdAt });
    const known = fold(empty, [
      seen(task(1, { comments: [comment("IC_1", start), comment("IC_2", start + 9_000)] })),
    ]);
    const missingIn = (ids: readonly string[], since = -Infinity, before = known) => {
      const shown = { since, ids: new Set(ids) };
      const { snapshot } = fold(before.snapshot, [seen(task(1, { shown }), readAt + 1)]);
      const comments = snapshot.records.get("I_1")?.seen.comments ?? [];
      return { snapshot, missing: comments.map(({ missing }) => missing) };
    };

    it("are kept as deleted, and count again if a later read shows them", () => {
      const gone = missingIn(["IC_2"]);
      expect(gone.missing).toEqual(["deleted", undefined]);
      const { snapshot } = fold(gone.snapshot, [
        seen(task(1, { shown: { since: -Infinity, ids: new Set(["IC_1", "IC_2"]) } }), readAt + 2),
      ]);
      expect(snapshot.records.get("I_1")?.seen.comments[0]).not.toHaveProperty("missing");
      expect(snapshot.records.get("I_1")?.seen).not.toHaveProperty("shown");
    });

    it("are not deleted if the read does not reach back to them", () => {
      expect(missingIn([], start).missing).toEqual([undefined, "deleted"]);
    });

    it("are deleted if the read asked for them by ID and GitHub does not have them", () => {
      const shown = { since: start + 9_000, ids: new Set<string>(), gone: new Set(["IC_1"]) };
      const { snapshot } = fold(known.snapshot, [seen(task(1, { shown }), readAt + 1)]);
      const comments = snapshot.records.get("I_1")?.seen.comments ?? [];
      expect(comments.map(({ missing }) => missing)).toEqual(["deleted", undefined]);
    });

    it("are perhaps deleted if they are so new that GitHub need not show them", () => {
      const fresh = fold(empty, [seen(task(1, { comments: [comment("IC_3", readAt - visibilityMs + 2)] }))]);
      expect(missingIn([], -Infinity, fresh).missing).toEqual(["perhaps"]);
    });
  });

  it("E07 a pull request is kept on the issue that names it, whichever of them was read first", () => {
    const pull = { number: 3, closes: [2], others: 0, by: alice, isTrusted: true };
    const seenPull: Fact = { type: "PullSeen", repositoryId: demo.id, pull };
    const naming = seen(task(1, { blockedByText: "#3" }));
    const pullsOf = (facts: readonly Fact[]) => fold(empty, facts).snapshot.records.get("I_1")?.pulls;
    expect(pullsOf([seenPull, naming])).toEqual([pull]);
    expect(pullsOf([naming, seenPull])).toEqual([pull]);
  });

  it("E10 the dependencies that a person removed before the first read are kept until a decision persists them or the body changes", () => {
    const cutsAfter = (issue: ReturnType<typeof task>, edges: readonly string[] = []) => {
      const { snapshot } = fold(empty, [seen(task(1, { cuts: ["I_2", "I_3"] }))]);
      const record = snapshot.records.get("I_1");
      if (record === undefined) throw new Error("The issue was not folded.");
      const decided = { ...record, persisted: { ...record.persisted, edges: [...edges] } };
      const known = { ...snapshot, records: new Map([["I_1", decided]]) };
      return fold(known, [seen(issue, readAt + 1)]).snapshot.records.get("I_1")?.seen.cuts;
    };
    expect(cutsAfter(task(1))).toEqual(["I_2", "I_3"]);
    expect(cutsAfter(task(1), ["I_2"])).toEqual(["I_3"]);
    expect(cutsAfter(task(1), ["I_2", "I_3"])).toBeUndefined();
    expect(cutsAfter(task(1, { blockedByText: "#2" }))).toBeUndefined();
    expect(cutsAfter(task(1, { cuts: ["I_4"] }))).toEqual(["I_4"]);
  });

  it("a read without a new dependency is believed once a person is known to have removed it", () => {
    const made = fold(empty, [seen(task(1))]).snapshot;
    const record = made.records.get("I_1");
    if (record === undefined) throw new Error("The issue was not folded.");
    const withEdge = { ...made, records: new Map([["I_1", { ...record, edgeMadeAt: { I_2: readAt } }]]) };
    const { snapshot } = fold(withEdge, [{ type: "EdgeRemoved", blockedId: "I_1", blockerId: "I_2" }]);
    expect(snapshot.records.get("I_1")?.edgeMadeAt).toEqual({ I_2: 0 });
  });

  it("C11 an issue that was there a moment ago is not lost to a read that does not find it", () => {
    const known = fold(empty, [seen(task(1, { blockedBy: links(task(2)) })), seen(task(2))]).snapshot;
    const unfound = (at: number): Fact => ({ type: "IssueGone", id: "I_2", why: "unreadable", readAt: at });
    const early = fold(known, [unfound(readAt + visibilityMs - 1)]);
    expect(early).toMatchObject({ stale: ["I_2"], gone: [], notes: [] });
    expect(early.snapshot.records.get("I_1")?.persisted.lost).toEqual([]);
    expect(early.snapshot.records.has("I_2")).toBe(true);
    const late = fold(known, [unfound(readAt + visibilityMs)]);
    expect(late).toMatchObject({ stale: [], gone: ["I_2"] });
    expect(late.snapshot.records.get("I_1")?.persisted.lost).toEqual(["acme/demo#2"]);
  });

  it("the name of an open blocker that is gone is persisted, because its dependency goes with it", () => {
    const blocker = task(2);
    const { snapshot } = fold(empty, [
      seen(task(1, { blockedBy: links(blocker) })),
      seen(blocker),
      { type: "IssueGone", id: "I_2", why: "deleted" },
    ]);
    expect(snapshot.records.get("I_1")?.persisted.lost).toEqual(["acme/demo#2"]);
  });

  it("a blocker that was resolved before it was deleted is forgotten", () => {
    const blocker = closed(task(2), completed, start + 60_000);
    const { snapshot } = fold(empty, [
      seen(task(1, { blockedBy: links(blocker) })),
      seen(blocker),
      { type: "IssueGone", id: "I_2", why: "deleted" },
    ]);
    expect(snapshot.records.get("I_1")?.persisted.lost).toEqual([]);
  });

  it("G09 the text of a comment as first created wins over a later read", () => {
    const comment = (text: string) => ({ id: "IC_9", author: alice, text, createdAt: start });
    const facts: readonly Fact[] = [
      { type: "CommentSeen", issueId: "I_1", comment: comment("/help") },
      seen(task(1, { comments: [comment("/explain")] })),
    ];
    expect(fold(empty, facts).snapshot.records.get("I_1")?.seen.comments[0]?.text).toBe("/help");
  });

  it("D01 both hashes are noted when a body changes, and so is a marker that is not ours", () => {
    const edited = { ...task(1), editor: bob, body: "New", bodyHash: "bbbbbbbbbb", forged: ["I_1"] };
    const { notes } = fold(empty, [seen({ ...task(1), bodyHash: "aaaaaaaaaa" }), seen(edited, readAt + 1)]);
    expect(notes.map(({ kind }) => kind)).toEqual(["edited", "forged-marker"]);
    expect(notes[0]).toMatchObject({
      what: "the body was edited by bob",
      because: "The body changed from aaaaaaaa to bbbbbbbb and is reread.",
    });
  });

  it("the persisted state is taken from our status comment if the index knows nothing", () => {
    const persisted = { ...emptyPersistedState, edges: ["I_7"], woken: ["x"], unlinked: 2 };
    const own = [
      {
        id: "IC_1",
        key: "status",
        text: "Blocked",
        persisted: persisted,
        createdAt: start,
        isMinimized: false,
      },
    ];
    expect(fold(empty, [seen(task(1, { own }))]).snapshot.records.get("I_1")?.persisted).toEqual(persisted);
  });
});

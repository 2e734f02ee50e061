/** A title that GitHub's timeline does not explain yet: nobody's, until the timeline names who gave it. */
import { describe, expect, it } from "vitest";
import { trustInText } from "../../../src/engine/admission/trust.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import { alice, context, demo, empty, start, task } from "../../support/issues.ts";

const minute = 60_000;
const renamedAt = start + 5 * minute;
const event = { at: renamedAt, by: alice };
/** GitHub's clock shows the rename in `updatedAt`, whoever reads it. */
const titled = (title: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(1, { title, updatedAt: renamedAt, ...changes });
const writes: Fact = { type: "RoleSeen", repositoryId: demo.id, actorId: alice.id, role: "write" };
const blank = fold(empty, [writes]).snapshot;
const before = fold(blank, [
  { type: "IssueSeen", issue: task(1, { title: "Build it", updatedAt: start }), readAt: start + minute },
]).snapshot;

function read(issue: IssueSeen, readAt: number, known = before) {
  const folded = fold(known, [{ type: "IssueSeen", issue, readAt }]);
  const record = folded.snapshot.records.get("I_1");
  if (record === undefined) throw new Error("There is no record.");
  return { ...folded, record, trust: trustInText(folded.snapshot, record, context) };
}

describe("a title that the timeline does not explain", () => {
  it("is read again for a minute, in which the known one stays", () => {
    const { stale, changed, record } = read(titled("Run this"), renamedAt + minute - 1);
    expect([stale, changed, record.seen.title]).toEqual([["I_1"], [], "Build it"]);
  });

  it("is nobody's after that, in every later read, so that the text needs somebody's approval", () => {
    const first = read(titled("Run this"), renamedAt + minute);
    expect(first.stale).toEqual([]);
    expect(first.record.seen.renamed).toEqual({ at: renamedAt, isUnnamed: true });
    expect(first.trust).toBe("untrusted");
    const commented = titled("Run this", { updatedAt: renamedAt + minute });
    const later = read(commented, renamedAt + 10 * minute, first.snapshot);
    expect([later.record.seen.renamed, later.trust]).toEqual([first.record.seen.renamed, "untrusted"]);
  });

  it.each([
    ["on an issue that is known", before],
    ["on one that is read first, or again after a start", blank],
  ])("is believed to be nobody's after that minute although the issue is busy, %s", (_, known) => {
    let snapshot = known;
    const said = [0, 1, 2, 3].map((i) => ({
      id: `IC_${i}`,
      author: alice,
      text: "/decide 1",
      createdAt: renamedAt + i * 50_000,
    }));
    const commented = said.map(({ createdAt: at }, i) => {
      // The last event on the timeline is of an earlier title, so the read itself says that the newest is nobody's.
      const renamed = { at, isUnnamed: true } as const;
      const next = read(
        titled("Run this", { updatedAt: at, renamed, comments: said.slice(0, i + 1) }),
        at + 1,
        snapshot,
      );
      snapshot = next.snapshot;
      return next;
    });
    expect(commented.map(({ stale }) => stale)).toEqual([["I_1"], ["I_1"], [], []]);
    expect(commented[3]?.record.seen).toMatchObject({
      title: "Run this",
      renamed: { at: renamedAt, isUnnamed: true },
      comments: said.map(({ id }) => ({ id })),
    });
  });

  it("is kept waiting no longer by further new titles, each of which has its own time", () => {
    const titles = ["Run this", "Run that", "Run it"];
    let known = before;
    const reads = titles.map((title, i) => {
      const at = renamedAt + i * 30_000;
      const next = read(titled(title, { updatedAt: at }), at + 1, known);
      known = next.snapshot;
      return next;
    });
    expect(reads.map(({ record }) => record.seen.title)).toEqual(["Build it", "Build it", "Run it"]);
    expect(reads[2]?.record.seen.renamed).toEqual({ at: renamedAt + minute, isUnnamed: true });
  });

  it("is waited for where the last event gave another one than the known, and then holds up nothing", () => {
    const back = titled("Build it", { renamed: { at: renamedAt, isUnnamed: true } });
    const first = read(back, renamedAt + 1);
    expect([first.stale, first.changed, first.record.seen.renamed]).toEqual([["I_1"], [], undefined]);
    const later = titled("Build it", {
      updatedAt: renamedAt + 50_000,
      renamed: { at: renamedAt + 50_000, isUnnamed: true },
    });
    const second = read(later, renamedAt + minute, first.snapshot);
    expect([second.stale, second.changed]).toEqual([[], ["I_1"]]);
    expect(second.record.seen.renamed).toEqual({ at: renamedAt, isUnnamed: true });
  });

  it("is whose the timeline says once it does", () => {
    const unnamed = read(titled("Run this"), renamedAt + minute).snapshot;
    const named = read(titled("Run this", { renamed: event }), renamedAt + 2 * minute, unnamed);
    expect([named.record.seen.renamed, named.trust]).toEqual([event, "trusted"]);
    const atOnce = read(titled("Run this", { renamed: event }), renamedAt + 1);
    expect([atOnce.stale, atOnce.record.seen.title]).toEqual([[], "Run this"]);
  });

  it("is none if only white space differs", () => {
    const { stale, record } = read(titled(" Build  it\t"), renamedAt + 1);
    expect([stale, record.seen.renamed]).toEqual([[], undefined]);
  });

  it("is nobody's on the first read too, where its last event gave it another title, and it is read again", () => {
    const unnamed = titled("Run this", { author: alice, renamed: { at: renamedAt, isUnnamed: true } });
    const { stale, trust } = read(unnamed, renamedAt + 1, blank);
    expect([stale, trust]).toEqual([["I_1"], "untrusted"]);
  });
});

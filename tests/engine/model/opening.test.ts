import { describe, expect, it } from "vitest";
import type { IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  alice,
  context,
  decided,
  duplicate,
  effectsOn,
  escalation,
  links,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const { render } = loadTexts();
const minute = 60_000;
const later = { ...context, render, now: start + 40_000 + 30 * minute };
const key = `open:I_40:overdue@0:${question(40, "#12").textHash.slice(0, 12)}`;
const ours = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
  escalation(number, "#40", { author: us, opened: { key }, ...changes });
const remembering = (persisted: Partial<PersistedState>): readonly OwnComment[] => [
  {
    id: "IC_1",
    key: "status",
    text: "",
    createdAt: start,
    isMinimized: false,
    persisted: { ...emptyPersistedState, ...persisted },
  },
];
const memoryOf = (decision: ReturnType<typeof decided>, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;

describe("an issue that we open", () => {
  it("an issue that the persisted state or an issue of ours records as opened is not opened again", () => {
    const asked = question(40, "#12");
    expect(
      effectsOn(decided([task(12), asked], {}, later), 40).has(
        `open overdue@0:${asked.textHash.slice(0, 12)}`,
      ),
    ).toBe(true);
    const opened = [{ key, id: "I_60", number: 60 }];
    const told = question(40, "#12", { own: remembering({ opened }) });
    expect(
      effectsOn(decided([task(12), told], {}, later), 40).has(
        `open overdue@0:${asked.textHash.slice(0, 12)}`,
      ),
    ).toBe(false);
    const found = decided([task(12), asked, ours(60)], {}, later);
    expect(effectsOn(found, 40).has(`open overdue@0:${asked.textHash.slice(0, 12)}`)).toBe(false);
    expect(memoryOf(found, 40)?.opened).toEqual(opened);
  });

  it("an issue of ours that a person closed is not opened again, and the status persists it", () => {
    const closed = ours(60, { issueState: { state: "closed", reason: "not_planned" }, closedBy: maria });
    const asked = question(40, "#12", { blocking: links(task(12)) });
    const decision = decided([task(12), asked, closed], {}, later);
    expect(effectsOn(decision, 40).has(`open overdue@0:${asked.textHash.slice(0, 12)}`)).toBe(false);
    expect(effectsOn(decision, 40).get("status")).toMatchObject({ persisted: { opened: [{ id: "I_60" }] } });
  });

  it("an opened issue delays nothing else: the status is edited once it was opened", () => {
    const asked = question(40, "#12", { blocking: links(task(12)), own: remembering({}) });
    const effects = effectsOn(decided([task(12), asked], {}, later), 40);
    expect([effects.has(`open overdue@0:${asked.textHash.slice(0, 12)}`), effects.has("status")]).toEqual([
      true,
      true,
    ]);
  });

  it("B10 of duplicate issues of ours the unrecorded one is closed as a duplicate", () => {
    const twins = [ours(60), ours(61)];
    const decision = decided([task(12), question(40, "#12"), ...twins], {}, later);
    expect(effectsOn(decision, 60).has("close")).toBe(false);
    expect(effectsOn(decision, 61).get("close")).toEqual({
      type: "CloseIssue",
      reason: "duplicate",
      duplicateOf: "I_60",
    });
    const opened = [{ key, id: "I_61", number: 61 }];
    const other = question(40, "#12", { own: remembering({ opened }) });
    const reversed = decided([task(12), other, ...twins], {}, later);
    expect(effectsOn(reversed, 60).get("close")).toEqual({
      type: "CloseIssue",
      reason: "duplicate",
      duplicateOf: "I_61",
    });
    expect(effectsOn(reversed, 61).has("close")).toBe(false);
    const over = decided([task(12), other, { ...twins[0], issueState: duplicate } as IssueSeen], {}, later);
    expect(effectsOn(over, 60).has("close")).toBe(false);
  });

  it("an issue of ours is trusted for its valid marker alone, never for its author", () => {
    expect(memoryOf(decided([question(40, "#12"), ours(60)]), 60)?.admitted?.by).toBe(us.id);
    const unsealed = decided([question(40, "#12"), ours(60, { opened: undefined })]);
    expect(memoryOf(unsealed, 60)?.admitted).toBeUndefined();
    expect(effectsOn(unsealed, 60).get("labels")).toMatchObject({ add: ["needs-approval"] });
  });

  it("G10 an edited issue of ours is its editor's: it is admitted if the editor is trusted, and otherwise not", () => {
    const edited = (editor: typeof alice) =>
      decided([question(40, "#12"), ours(60, { opened: undefined, editor })]);
    expect(memoryOf(edited(alice), 60)?.admitted?.by).toBe(alice.id);
    expect(memoryOf(edited(mallory), 60)?.admitted).toBeUndefined();
  });
});

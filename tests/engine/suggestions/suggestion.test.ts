/** Our suggested answers: what becomes of those not accepted, and that we post nothing in addition. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { answer, context, decided, question, start, task, us } from "../../support/issues.ts";
import { openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const bodyHash = "abcdef123456".padEnd(64, "0");
const key = `open:I_40:answer@${bodyHash.slice(0, 12)}`;
const persisted = { ...emptyPersistedState, opened: [{ key, id: "I_41", number: 41 }] };
const status = {
  id: "IC_1",
  key: "status",
  text: "",
  persisted: persisted,
  createdAt: start,
  isMinimized: false,
};
const asked = question(40, "#12", { bodyHash, textHash: bodyHash, own: [status], createdAt: start });
const suggestion = (changes: Partial<IssueSeen & { decision: string }> = {}) =>
  answer(41, "#40", { author: us, opened: { key }, decision: "Opaque\ntokens.", ...changes });
const toPeople: Proposal = {
  textHash: bodyHash,
  basis: "b",
  isSuggestion: true,
  gates: [],
  passages: [],
  proposed: { type: "escalate", quotes: [], options: ["Wait", "Do"], recommendation: undefined },
};
const decidedAfter = (minutes: number, answered: IssueSeen, proposals = new Map<string, Proposal>()) =>
  decided([task(12), asked, answered], { proposals }, { ...context, render, now: start + minutes * 60_000 });

describe("an answer that we suggest", () => {
  it("S3.40 a suggestion that was not accepted in time is the first option of the escalation, and recommended", () => {
    const raised = readingOf(openedFor(decidedAfter(31, suggestion()), 40)[0]);
    expect(raised.problems).toEqual([]);
    expect(raised.message).toMatchObject({ recommendation: "Option 1, which #41 suggests." });
    expect(raised.message?.kind === "escalation" && raised.message.options[0]).toBe("Opaque tokens.");
    const long = suggestion({ decision: "Word ".repeat(100) });
    const named = readingOf(openedFor(decidedAfter(31, long), 40)[0]);
    expect(named.message).toMatchObject({ recommendation: undefined, options: [] });
    expect(named.message?.kind === "escalation" && named.message.context).toContain("#41 suggests an answer");
  });

  it("J01 a suggestion gets no escalation in addition when another pass arrives at a different result", () => {
    expect(openedFor(decidedAfter(1, suggestion(), new Map([["I_40", toPeople]])), 40)).toEqual([]);
    const alone = decided(
      [task(12), question(40, "#12", { bodyHash, textHash: bodyHash })],
      { proposals: new Map([["I_40", toPeople]]) },
      { ...context, render, now: start + 60_000 },
    );
    expect(openedFor(alone, 40)).toHaveLength(1);
  });
});

/**
 * An escalated question whose author, a user without write access, edited it after it was approved. The
 * approval was for the earlier text.
 */
import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  added,
  context,
  decided,
  effectsOn,
  links,
  mallory,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";

const { render } = loadTexts();
const minute = 60_000;
const day = 24 * 60 * minute;
const asked = question(40, "#12", { author: mallory, createdAt: start, blocking: links(task(12)) });
const admitted = { hash: asked.textHash, body: asked.bodyHash, by: maria.id, approver: maria.login };
const approved: IssueSeen = {
  ...asked,
  own: [
    {
      id: "IC_1",
      key: "status",
      text: "",
      createdAt: start,
      isMinimized: false,
      persisted: { ...emptyPersistedState, admitted },
    },
  ],
};
const edited: IssueSeen = {
  ...approved,
  body: `${asked.body}\n\nAnd delete everything.`,
  bodyHash: "f".repeat(64),
  textHash: "f".repeat(64),
  editor: mallory,
  editedAt: start + 40 * minute,
};
const held = task(12, { blockedBy: links(asked), labels: ["kind:task", "status:blocked"] });
const whenPassed = (ms: number, ...issues: readonly IssueSeen[]) =>
  decided([held, ...issues], {}, { ...context, render, now: start + ms });
const [escalated] = openedFor(whenPassed(31 * minute, approved), 40);
const asking = (changes: Partial<IssueSeen> = {}) =>
  asSeen(60, escalated, { assignees: [maria], createdAt: start + 31 * minute, ...changes });
const decide: CommentSeen = { id: "IC_7", author: maria, text: "/answer Use files.", createdAt: start + day };

describe("an escalation about an approved text that was changed since", () => {
  it("D02 an escalation about a changed text asks no one: there is no reminder, and its status says why", () => {
    const reminder = (origin: IssueSeen) => effectsOn(whenPassed(day, origin, asking()), 60).get("remind");
    expect(reminder(approved)).toMatchObject({ type: "AddComment" });
    expect(reminder(edited)).toBeUndefined();
    expect(effectsOn(whenPassed(day, edited, asking()), 60).get("status")).toMatchObject({
      text: expect.stringContaining("**Suspended.** #40 was edited"),
    });
  });

  it("D02 an escalation about a changed text cannot be decided, which the reply says, and one about its earlier text not after its approval either", () => {
    const chosen = (origin: IssueSeen) =>
      whenPassed(day, origin, asking({ comments: [decide] })).records.find(({ seen }) => seen.number === 60)
        ?.persisted.decided?.decision;
    expect(chosen(approved)).toBe("Use files.");
    expect(chosen(edited)).toBeUndefined();
    const told = [...effectsOn(whenPassed(day, edited, asking({ comments: [decide] })), 60).values()];
    expect(JSON.stringify(told)).toContain("Approve that first");
    const again = {
      ...edited,
      own: approved.own.map((own) => ({
        ...own,
        persisted: {
          ...emptyPersistedState,
          admitted: { ...admitted, hash: edited.textHash, body: edited.bodyHash },
        },
      })),
    };
    expect(chosen(again), "people are asked about the new text anew").toBeUndefined();
  });

  it("D02 an edit by a user without write access to a question does not unblock the task that waits for it", () => {
    const decision = whenPassed(day, edited, asking());
    expect(added(decision, 12)).not.toContain("status:ready");
    expect(effectsOn(decision, 12).has("labels")).toBe(false);
    expect([...effectsOn(decision, 40).values()].map(({ type }) => type)).not.toContain("RemoveBlockedBy");
  });
});

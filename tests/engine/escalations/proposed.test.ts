import { expect, test } from "vitest";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { context, decided, question, task } from "../../support/issues.ts";
import { openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const asked = question(40, "#12");

function raised(recommendation: string | undefined, yaml: string) {
  const read = readSettings(yaml);
  if (!read.ok) throw new Error("The settings cannot be read.");
  const proposal: Proposal = {
    textHash: asked.textHash,
    basis: "b",
    isSuggestion: true,
    gates: [],
    passages: [],
    proposed: { type: "escalate", quotes: [], options: ["Wait", "Follow `a.md`"], recommendation },
  };
  const proposals = new Map([["I_40", proposal]]);
  const known = { ...context, render, settings: read.settings, now: asked.createdAt };
  return readingOf(openedFor(decided([task(12), asked], { proposals }, known), 40)[0]);
}

test("the coordinator's recommendation is the default if the settings list the urgency, and otherwise not", () => {
  const listed = raised("Follow `a.md`", "escalations: {defaults: [blocking]}");
  expect(listed.problems).toEqual([]);
  expect(listed.message).toMatchObject({ recommendation: "Option 2.", default: 2 });
  const other = raised("Follow `a.md`", "escalations: {defaults: [advisory]}");
  expect(other.message).toMatchObject({ recommendation: "Option 2.", default: undefined });
  const none = raised(undefined, "escalations: {defaults: [blocking]}");
  expect(none.message).toMatchObject({ recommendation: undefined, default: undefined });
});

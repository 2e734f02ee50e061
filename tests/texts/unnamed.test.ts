/** What is said where GitHub does not say who did it: for a deleted account, or while its event is late. Nobody is blamed. */
import { expect, test } from "vitest";
import type { Text } from "../../src/protocol/text.ts";
import { loadTexts } from "../../src/texts/texts.ts";

const { render } = loadTexts();
const by = undefined;
const title = [{ part: "title", at: "2026-01-01 10:00 UTC", by }] as const;
const named = { textHash: "a".repeat(64), command: `/approve ${"a".repeat(64)}` };

test.each<readonly [Text, string]>([
  [
    { name: "text-restored", data: { by } },
    "Somebody changed what this issue says, and signalbox put its text back",
  ],
  [
    { name: "text-held", data: { by, times: 3, nextAt: "2026-01-01 22:00 UTC", textName: "text:6fe06fe0" } },
    "Somebody changed this issue again, after signalbox had put its text back 3 times within a day.",
  ],
  [
    {
      name: "command-unbound",
      data: {
        command: "/decide 1",
        changes: title,
        restoredAt: undefined,
        isAltered: false,
        work: undefined,
        title: "Which store?",
        question: "Which one?",
        options: [],
        written: undefined,
        body: "Which one?",
        place: "#40",
        textName: undefined,
        again: undefined,
        isCut: false,
      },
    },
    "Somebody changed the title at 2026-01-01 10:00 UTC.",
  ],
  [
    {
      name: "escalation-reminder",
      data: {
        people: ["maria"],
        title: "",
        question: "Which one?",
        takesOptionsOnly: false,
        regarding: "#16",
        options: [],
        changes: title,
        until: "",
      },
    },
    "Read it again: somebody changed the title at 2026-01-01 10:00 UTC.",
  ],
  [
    { name: "needs-approval", data: { author: by, unproven: undefined, muted: [], ...named } },
    "**Needs approval.** GitHub does not say whose words these are, so this issue has no effect yet.",
  ],
])("nobody is named: %#", (text, said) => {
  const shown = render(text);
  expect(shown).toContain(said);
  expect(shown).not.toMatch(/deleted account|author/i);
});

/** What the ledger says of a label: why it is there, or why it is gone; never that the one or the other was looked at. */
import { expect, it } from "vitest";
import { decided, mallory, maria, question, task } from "../support/issues.ts";

const reasonOn = (decision: ReturnType<typeof decided>, number: number) =>
  decision.effects.find(({ issueId, slot }) => issueId === `I_${number}` && slot.type === "labels")?.reason
    .because;

it.each([
  [
    "a stranger's task",
    task(12, { author: mallory }),
    "Nobody with write access wrote or approved this body.",
  ],
  [
    "a task that was approved since",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "needs-approval"] }),
    "Somebody with write access wrote or approved this body.",
  ],
  [
    "a question that somebody labelled as answered",
    question(12, "", {
      labels: ["kind:question", "category:implementation", "urgency:blocking", "answered"],
    }),
    "No accepted answer is in force.",
  ],
  [
    "a task that somebody started",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "status:in-progress"] }),
    "Somebody has started it.",
  ],
  [
    "a task in review",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "status:in-review"] }),
    "Its work is under review.",
  ],
])("says of %s why its label is as it is", (_, issue, because) => {
  expect(reasonOn(decided([issue]), 12)).toContain(because);
});

/** What the ledger says about a label: why it was added or removed, never that it was only checked. */
import { expect, it } from "vitest";
import { decided, mallory, maria, question, task } from "../../support/issues.ts";

const reasonOn = (decision: ReturnType<typeof decided>, number: number) =>
  decision.effects.find(({ issueId, slot }) => issueId === `I_${number}` && slot.type === "labels")?.reason
    .because;

it.each([
  [
    "a task by a user without write access",
    task(12, { author: mallory }),
    "No one with write access wrote or approved this body.",
  ],
  [
    "a task that was approved since",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "needs-approval"] }),
    "Someone with write access wrote or approved this body.",
  ],
  [
    "a question that a user labelled as answered",
    question(12, "", {
      labels: ["kind:question", "category:implementation", "urgency:blocking", "answered"],
    }),
    "It has no accepted answer.",
  ],
  [
    "a task that a user started",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "status:in-progress"] }),
    "Someone has started it.",
  ],
  [
    "a task in review",
    task(12, { author: maria, labels: ["kind:task", "status:ready", "status:in-review"] }),
    "Its work is under review.",
  ],
])("the ledger says why the label of %s was added or removed", (_, issue, because) => {
  expect(reasonOn(decided([issue]), 12)).toContain(because);
});

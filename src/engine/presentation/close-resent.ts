/** Closes a message that was sent twice as a duplicate, the one that had no effect. */

import { isAdmitted, trustInText } from "../admission/trust.ts";
import { issueThatCounts } from "../messages/same-message.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";
import { issueNameById } from "../wording/issue-name.ts";

export const closeResent: ProjectionRule = { name: "close-resent", project };

function project(input: RuleInput) {
  const { view, record, context } = input;
  if (record.seen.issueState.state === "closed" || isAdmitted(record)) return nothing;
  if (trustInText(view, record, context) !== "trusted") return nothing;
  const first = issueThatCounts(view, record);
  if (first === undefined) return nothing;
  const because = `It is the same message as ${issueNameById(input, first.seen.id)}, sent again by its author.`;
  const proposed: ProposedEffect = {
    slot: { type: "close" },
    key: { type: "close", as: "duplicate" },
    effect: { type: "CloseIssue", reason: "duplicate", duplicateOf: first.seen.id },
    reason: { rule: closeResent.name, because },
  };
  return { effects: [proposed] };
}

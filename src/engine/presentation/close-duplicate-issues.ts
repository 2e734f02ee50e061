/**
 * Closes the unrecorded one of two our issues with the same key, which only an ambiguous write can create.
 */

import { openedBy, originOf } from "../model/opened.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";
import { issueNameById } from "../wording/issue-name.ts";

export const closeDuplicateIssues: ProjectionRule = { name: "close-twins", project };

function project(input: RuleInput) {
  const { view, record } = input;
  const { opened, issueState, id } = record.seen;
  const origin = opened && view.records.get(originOf(opened.key) ?? "");
  if (opened === undefined || origin === undefined || issueState.state === "closed") return nothing;
  const first = openedBy(origin, opened.key);
  if (first === undefined || first.id === id) return nothing;
  const because = `It was opened twice: ${issueNameById(input, first.id)} is the one that counts.`;
  const effect = { type: "CloseIssue", reason: "duplicate", duplicateOf: first.id } as const;
  const proposed: ProposedEffect = {
    slot: { type: "close" },
    key: { type: "close", as: "duplicate" },
    effect,
    reason: { rule: closeDuplicateIssues.name, because },
  };
  return { effects: [proposed] };
}

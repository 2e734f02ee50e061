/**
 * Mirrors a confirmed kind to the organisation's issue type of that name if the issue has no type. Never
 * replace another type: a person's type then contradicts the label, and people are asked (D14).
 */

import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { missingType } from "./native-types.ts";

export const mirrorType: ProjectionRule = { name: "mirror-type", project };

function project({ view, record, context }: RuleInput) {
  const type = context.settings.issue_types ? missingType(view, record) : undefined;
  if (type === undefined) return nothing;
  const because = `It is a ${record.reading.kind}, and the organisation has an issue type of that name.`;
  const effect = { type: "SetType", typeId: type.id, name: type.name } as const;
  const reason = { rule: mirrorType.name, because };
  return {
    effects: [{ slot: { type: "issue-type" }, key: { type: "issue-type", typeId: type.id }, effect, reason }],
  };
}

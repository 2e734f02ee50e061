/**
 * A settled kind is mirrored to the organisation's issue type of that name, where the issue has none. A newcomer would
 * correct a type that says otherwise: that is somebody's word against a label, and both are asked (D14).
 */

import { nothing, type ShowRule, type Situation } from "../model/rule.ts";
import { missingType } from "./native-types.ts";

export const mirrorType: ShowRule = { name: "mirror-type", show };

function show({ view, record, context }: Situation) {
  const type = context.settings.issue_types ? missingType(view, record) : undefined;
  if (type === undefined) return nothing;
  const because = `It is a ${record.reading.kind}, and the organisation has a type of that name.`;
  const effect = { type: "SetType", typeId: type.id, name: type.name } as const;
  const reason = { rule: mirrorType.name, because };
  return {
    wishes: [{ slot: { type: "issue-type" }, key: { type: "issue-type", typeId: type.id }, effect, reason }],
  };
}

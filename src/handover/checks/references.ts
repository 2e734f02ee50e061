/** Whether the task, the discoveries and the blockers exist and are of the kind that the handover says. */
import {
  type Check,
  codeSpan,
  following,
  type Reference,
  type Subject,
  type VerdictReason,
} from "../check.ts";

export const references: Check = { name: "references", examine };

function examine({ references: named }: Subject): VerdictReason {
  return following(references.name, named.flatMap(wrong), {
    passed: "Every issue it mentions exists and has the right kind.",
    failed: "An issue it mentions does not exist or has the wrong kind.",
  });
}

function wrong({
  name,
  section,
  expected,
  found,
}: Reference): readonly Pick<VerdictReason, "status" | "sentence">[] {
  if (found === undefined)
    return [{ status: "failed", sentence: `"${section}" mentions ${codeSpan(name)}, which does not exist.` }];
  if (expected === undefined || found === expected) return [];
  return [
    { status: "failed", sentence: `"${section}" mentions ${codeSpan(name)}, which is not a ${expected}.` },
  ];
}

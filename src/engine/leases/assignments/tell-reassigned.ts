/** Tells an account that changed the assignees without the right to do so that the change was undone, once. */
import { formatCommentKey } from "../../model/keys/comment-key.ts";
import type { ProposedEffect, RuleInput } from "../../model/rule.ts";
import type { Reassigned } from "./reassigned.ts";

/** Whom the task belongs to, and under which token; on a decision nobody, and 0. */
interface Kept {
  readonly holder: string | undefined;
  readonly token: number;
}

export function tellReassigned(
  { record, context }: RuleInput,
  reassigned: Reassigned | undefined,
  { holder, token }: Kept,
): readonly ProposedEffect[] {
  const by = reassigned?.by;
  if (by === undefined) return [];
  const marker = formatCommentKey({ type: "assignees-notice", account: by.id, token });
  if (record.seen.own.some(({ key }) => key === marker)) return [];
  const text = context.render({ name: "assignment-restored", data: { people: [by.login], holder } });
  return [
    {
      slot: { type: "assignees-notice", id: by.id },
      key: { type: "post", marker },
      effect: { type: "AddComment", marker, text },
      reason: { rule: "tell-reassigned", because: `${by.login} changed the assignees.` },
    },
  ];
}

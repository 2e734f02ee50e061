/**
 * Keeps which comment was the first with a signed ID, so that a copy does not count after the first was deleted
 * and the index was rebuilt.
 */
import { agentWithKey } from "../../../protocol/settings/agents/roster.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import { proofOfComment, shortKey } from "./proof.ts";

export const keepSigned: StateRule = { name: "keep-signed", updateState };

/** A copy counts for a quarter of an hour at most, so the newest are enough. */
const kept = 50;

function updateState({ record, context: { settings } }: RuleInput) {
  const { signed } = record.persisted;
  const heard = record.seen.comments.flatMap((comment) => {
    const { signature, id } = comment;
    if (signature?.type !== "holds" || proofOfComment(record, comment).type !== "key") return [];
    // Anyone can make a key, and sign so many comments that no agent's would be left.
    if (agentWithKey(settings, signature.key) === undefined) return [];
    const isKept = signed.some((each) => each.comment === id);
    return isKept ? [] : [{ id: signature.id, key: shortKey(signature.key), comment: id }];
  });
  if (heard.length === 0) return nothing;
  return { persisted: { ...record.persisted, signed: [...signed, ...heard].slice(-kept) } };
}

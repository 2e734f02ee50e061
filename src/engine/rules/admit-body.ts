/** A body has effects only while somebody trusted stands behind exactly that body: its last editor, else its author. */
import { lookAgain, nothing, type RememberRule, roleRetryMs, type Situation } from "../rule.ts";
import { isAdmitted, responsibleFor, trustInBody } from "../trust.ts";

export const admitBody: RememberRule = { name: "admit-body", remember };

function remember({ view, record, context }: Situation) {
  if (isAdmitted(record)) return nothing;
  const responsible = responsibleFor(record);
  const trust = trustInBody(view, record, context);
  if (trust === "unknown")
    return { looks: [lookAgain(record, roleRetryMs, "The role of its author could not be read.")] };
  if (trust === "untrusted" || responsible === undefined) return nothing;
  return { memory: { ...record.memory, admitted: { hash: record.seen.bodyHash, by: responsible.id } } };
}

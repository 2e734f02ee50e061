/** A body has effects only while somebody trusted stands behind exactly that body: its last editor, else its author. */

import { firstSent } from "../messages/same-message.ts";
import { lookAgain, nothing, type RememberRule, roleRetryMs, type Situation } from "../model/rule.ts";
import { namedRecords } from "../model/view.ts";
import { isAdmitted, responsibleFor, trustInBody } from "./trust.ts";

export const admitBody: RememberRule = { name: "admit-body", remember };

function remember({ view, record, context }: Situation) {
  if (isAdmitted(record)) return nothing;
  const responsible = responsibleFor(record);
  const trust = trustInBody(view, record, context);
  if (trust === "unknown") {
    const because = "The role of an author could not be read.";
    // What it names hangs on it, and nothing at GitHub will change when the role is known.
    const all = [record, ...namedRecords(view, record)];
    return { looks: all.map((each) => lookAgain(each, roleRetryMs, because)) };
  }
  if (trust === "untrusted" || responsible === undefined) return nothing;
  if (firstSent(view, record) !== undefined) return nothing;
  return { memory: { ...record.memory, admitted: { hash: record.seen.bodyHash, by: responsible.id } } };
}

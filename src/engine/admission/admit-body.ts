/**
 * Decides whether a body has effects: only while its approver, last editor or author, whichever is
 * responsible for exactly this text, is trusted.
 */

import { issueThatCounts } from "../messages/same-message.ts";
import { nothing, type RuleInput, retryRead, type StateRule } from "../model/rule.ts";
import { namedRecords } from "../model/view.ts";
import { isAdmitted, responsibleUser, trustInText } from "./trust.ts";

export const admitBody: StateRule = { name: "admit-body", updateState };

function updateState({ view, record, context }: RuleInput) {
  if (isAdmitted(record)) return nothing;
  const responsible = responsibleUser(record);
  const trust = trustInText(view, record, context);
  if (trust === "unknown") {
    const because = "The role of an author could not be read.";
    // What the body names depends on whether it is admitted, and nothing on GitHub changes once the role is
    // known.
    const all = [record, ...namedRecords(view, record)];
    return { refreshes: all.map((each) => retryRead(each, because)) };
  }
  if (trust === "untrusted" || responsible === undefined) return nothing;
  if (issueThatCounts(view, record) !== undefined) return nothing;
  const { admitted } = record.persisted;
  const { bodyHash, textHash, title } = record.seen;
  // A title that somebody with write access gave it leaves the approval of its body as it is.
  const kept = admitted?.body === bodyHash ? admitted : { by: responsible.id };
  return { persisted: { ...record.persisted, admitted: { ...kept, hash: textHash, title } } };
}

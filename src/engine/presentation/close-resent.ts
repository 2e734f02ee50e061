/** Closes a message that was sent twice as a duplicate; the second had no effect. */

import { isAdmitted, trustInBody } from "../admission/trust.ts";
import { firstSent } from "../messages/same-message.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../model/rule.ts";
import { nameOfId } from "../wording/issue-name.ts";

export const closeResent: ShowRule = { name: "close-resent", show };

function show(situation: Situation) {
  const { view, record, context } = situation;
  if (record.seen.standing.state === "closed" || isAdmitted(record)) return nothing;
  if (trustInBody(view, record, context) !== "trusted") return nothing;
  const first = firstSent(view, record);
  if (first === undefined) return nothing;
  const because = `It is the same message as ${nameOfId(situation, first.seen.id)}: same id, same author.`;
  const wish: Wish = {
    ...{ slot: { type: "close" }, key: { type: "close", as: "duplicate" } },
    effect: { type: "CloseIssue", reason: "duplicate" },
    reason: { rule: closeResent.name, because },
  };
  return { wishes: [wish] };
}

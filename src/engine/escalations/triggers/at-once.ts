/**
 * Decides whether people are asked about a question as soon as the coordinator leaves it to them. Otherwise
 * others have until `pressureOn(…).overdueAt` to answer first.
 */
import { rulingOn } from "../../admission/authority.ts";
import { pressureOn } from "../../asking/pressure.ts";
import type { ProposedEscalation } from "../../model/proposal.ts";
import type { Situation } from "../../model/rule.ts";

/**
 * Immediately for what the policy reserves to people, and for what is urgent and can only be answered by
 * people.
 */
export function isAskedAtOnce(situation: Situation, { isReserved }: ProposedEscalation): boolean {
  const agents = otherAgents(situation);
  if (isReserved === true) return !agents.some((id) => maySettle(situation, id));
  return agents.length === 0 && pressureOn(situation).urgency !== "nice-to-have";
}

/** The listed agents except the asker. */
function otherAgents({ record, context }: Situation): readonly string[] {
  return context.settings.trust.agents.filter((id) => id !== record.seen.author?.id);
}

function maySettle({ view, record, context }: Situation, id: string): boolean {
  return rulingOn(view, record, { id, login: "" }, context).allowed === true;
}

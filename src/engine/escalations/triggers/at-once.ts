/**
 * Decides whether people are asked about a question as soon as the coordinator leaves it to them. Otherwise
 * others have until `pressureOn(…).overdueAt` to answer first.
 */
import { rulingOn } from "../../admission/authority.ts";
import { pressureOn } from "../../asking/pressure.ts";
import type { ProposedEscalation } from "../../model/proposal.ts";
import type { RuleInput } from "../../model/rule.ts";

/**
 * Immediately for what the policy reserves to people, and for what is urgent and can only be answered by
 * people.
 */
export function isAskedAtOnce(input: RuleInput, { isReserved }: ProposedEscalation): boolean {
  const agents = otherAgents(input);
  if (isReserved === true) return !agents.some((id) => maySettle(input, id));
  return agents.length === 0 && pressureOn(input).urgency !== "nice-to-have";
}

/** The listed agents except the asker. */
function otherAgents({ record, context }: RuleInput): readonly string[] {
  return context.settings.trust.agents.filter((id) => id !== record.seen.author?.id);
}

function maySettle({ view, record, context }: RuleInput, id: string): boolean {
  return rulingOn(view, record, { id, login: "" }, context).allowed === true;
}

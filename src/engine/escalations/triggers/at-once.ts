/**
 * Whether people are asked about a question as soon as the coordinator leaves it to them. Everybody else has time to
 * answer first; that time is over at `pressureOn(…).overdueAt`.
 */
import { rulingOn } from "../../admission/authority.ts";
import { pressureOn } from "../../asking/pressure.ts";
import type { ProposedEscalation } from "../../model/proposal.ts";
import type { Situation } from "../../model/rule.ts";

/** At once what the policy reserves to people, and what is pressing where only people are left to answer. */
export function isAskedAtOnce(situation: Situation, { isReserved }: ProposedEscalation): boolean {
  const agents = otherAgents(situation);
  if (isReserved === true) return !agents.some((id) => maySettle(situation, id));
  return agents.length === 0 && pressureOn(situation).urgency !== "nice-to-have";
}

/** The listed agents without the one who asked. */
function otherAgents({ record, context }: Situation): readonly string[] {
  return context.settings.trust.agents.filter((id) => id !== record.seen.author?.id);
}

function maySettle({ view, record, context }: Situation, id: string): boolean {
  return rulingOn(view, record, { id, login: "" }, context).allowed === true;
}

/**
 * Triggers an escalation for a question that the coordinator may not or cannot answer from what it read:
 * immediately if only people can answer it, otherwise once the time for others to answer is over.
 */

import type { Question } from "../../../protocol/kinds/question.ts";
import { parseCitation } from "../../../protocol/references/citation.ts";
import { agentAccounts } from "../../../protocol/settings/agents/roster.ts";
import type { WhyPeople } from "../../../protocol/text/opened.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { rulingOn } from "../../admission/authority.ts";
import { isOwnText } from "../../admission/text-makers.ts";
import type { EscalationDraft } from "../../asking/trigger.ts";
import { urgencyOverTime } from "../../asking/urgency-over-time.ts";
import { questionState } from "../../messages/question-state.ts";
import { hasAnswered, reasonForEscalation } from "../../messages/suggestion.ts";
import {
  type GateOutcome,
  type Proposal,
  type ProposedEscalation,
  proposalFor,
} from "../../model/proposal.ts";
import type { RuleInput } from "../../model/rule.ts";
import { rolesOf } from "../../model/snapshot.ts";
import { openEscalations } from "../escalation-state.ts";
import { questionEscalation } from "./asked.ts";

export function proposedEscalations(input: RuleInput): readonly EscalationDraft[] {
  const { view, record, context } = input;
  const proposal = proposalFor(view.proposals, record);
  if (proposal?.proposed.type !== "escalate" || context.settings.coordinator.mode === "off") return [];
  const { overdueAt } = urgencyOverTime(input);
  const isOverdue = overdueAt !== undefined && context.now >= overdueAt;
  if (!isOverdue && !isAskedAtOnce(input, proposal.proposed)) return [];
  const isLeftToPeople =
    record.seen.reopenedAt !== undefined || openEscalations(view, record.seen.id).length > 0;
  if (questionState(record) !== "open" || isLeftToPeople || hasAnswered(record)) return [];
  const { message } = record.reading.kind === "question" ? record.reading : {};
  return message?.kind === "question" ? [needFor(input, message, proposal, proposal.proposed)] : [];
}

function needFor(
  input: RuleInput,
  message: Question,
  { gates, passages }: Proposal,
  { quotes, options, optionSources, recommendation, isReserved }: ProposedEscalation,
): EscalationDraft {
  const about = questionEscalation(input, message, options);
  const takesDefault = input.context.settings.escalations.defaults.some((each) => each === about.urgency);
  const recommended = recommendation === undefined ? 0 : options.indexOf(recommendation) + 1;
  const stopped = gates.filter(({ passes }) => !passes);
  return {
    openingReason: reasonForEscalation(input.record),
    title: bareTitle(input.record.seen.title),
    because: stopped.flatMap(({ reasons }) => reasons).join(" "),
    data: {
      reason: "proposed",
      why: whyPeople(isReserved === true, stopped),
      ...about,
      stopped: stopped.map(inWords),
      quotes: quotes.slice(0, maxQuotes),
      optionSources: (optionSources ?? []).flatMap((citation, index) =>
        typeof citation === "string" && index < about.options.length ? { number: index + 1, citation } : [],
      ),
      recommended: recommended > 0 ? recommended : undefined,
      fallback: takesDefault && recommended > 0 ? recommended : undefined,
      commit: passages.flatMap(({ citation }) => parseCitation(citation)?.commit ?? [])[0],
    },
  };
}

function inWords({ gate, passes, reasons }: GateOutcome): GateOutcome {
  return { gate, passes, reasons };
}

/** How many quotes an escalation shows: more would not be read. */
const maxQuotes = 2;

function whyPeople(isReserved: boolean, stopped: readonly GateOutcome[]): WhyPeople {
  if (isReserved) return "reserved";
  const names = stopped.map(({ gate }) => gate);
  if (names.includes("conflict")) return "differ";
  return names.includes("evidence") || names.includes("reading") ? "unanswered" : "reserved";
}

/**
 * Whether people are asked immediately: about what the policy reserves to them, and about what is urgent and
 * only they can answer. Otherwise others have until `pressureOn(…).overdueAt` to answer first.
 */
function isAskedAtOnce(input: RuleInput, { isReserved }: ProposedEscalation): boolean {
  const agents = otherAgents(input);
  if (isReserved === true) return !agents.some((id) => maySettle(input, id));
  return agents.length === 0 && urgencyOverTime(input).urgency !== "nice-to-have";
}

/** The accounts of agents except those that made the question. */
function otherAgents({ record, context }: RuleInput): readonly string[] {
  return agentAccounts(context.settings).filter((id) => !isOwnText(record, { id }));
}

function maySettle({ view, record, context }: RuleInput, id: string): boolean {
  const { repositoryId } = record.seen;
  // An agent that has not written here has no role that was read. It is looked up when it answers.
  const [role = "none"] = context.settings.trust.roles;
  const roles = new Map([...rolesOf(repositoryId, id, role), ...view.roles]);
  return rulingOn({ ...view, roles }, record, { id, login: "" }, context).allowed === true;
}

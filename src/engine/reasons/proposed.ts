/** A question that the coordinator may not or cannot answer from what it read. */
import { openEscalations } from "../escalations.ts";
import { type GateShown, type ProposedEscalation, proposalFor, toldOf } from "../proposal.ts";
import { questionStanding } from "../question-standing.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import { escalationOutcome, hasAnswered } from "../suggestion.ts";
import type { Need } from "./reason.ts";
import { waitingTasks } from "./waiting-tasks.ts";

export function proposed(situation: Situation): readonly Need[] {
  const { view, record, context } = situation;
  const proposal = proposalFor(view.proposals, record);
  if (proposal?.proposed.type !== "escalate" || context.settings.coordinator.mode === "off") return [];
  const isLeftToPeople =
    record.seen.reopenedAt !== undefined || openEscalations(view, record.seen.id).length > 0;
  if (questionStanding(record) !== "open" || isLeftToPeople || hasAnswered(record)) return [];
  const need = needFor(situation, proposal.proposed, proposal.gates);
  return need === undefined ? [] : [{ ...need, data: { ...need.data, ...toldOf(proposal) } }];
}

function needFor(
  situation: Situation,
  { quotes, options, recommendation }: ProposedEscalation,
  gates: readonly GateShown[],
): Need | undefined {
  const { id, title } = situation.record.seen;
  const message = situation.record.reading.kind === "question" ? situation.record.reading.message : undefined;
  if (message?.kind !== "question") return undefined;
  const regarding = nameOfId(situation, id);
  const urgency = message.urgency === "nice-to-have" ? "advisory" : message.urgency;
  const takesDefault = situation.context.settings.escalations.defaults.includes(urgency);
  const recommended = recommendation === undefined ? 0 : options.indexOf(recommendation) + 1;
  const stopped = gates.filter(({ passes }) => !passes);
  return {
    outcome: escalationOutcome(situation.record),
    title: title.replace(/^\s*Q:\s*/i, ""),
    because: stopped.flatMap(({ reasons }) => reasons).join(" "),
    data: {
      ...{ reason: "proposed", regarding, title, words: message.context, quotes, recommendation },
      urgency,
      fallback: takesDefault && recommended > 0 ? recommended : undefined,
      options: options.map((text, index) => ({ number: index + 1, text })),
      ...{ blocker: undefined, edges: [] },
      waiting: waitingTasks(situation),
      refs: [regarding],
    },
  };
}

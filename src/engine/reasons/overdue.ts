/** A question that is as urgent as can be and that nobody has answered until its deadline. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Question } from "../../protocol/question.ts";
import { openEscalations } from "../escalations.ts";
import { outcomeFor } from "../occasion.ts";
import { pressureOn } from "../pressure.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import type { Need } from "./reason.ts";
import { waitingTasks } from "./waiting-tasks.ts";
import { writtenOptions } from "./written-options.ts";

/** Where the asker names no options, somebody still has to be able to decide by a number. */
const otherwise = ["Whoever asked chooses, and writes down what and why."];

export function overdue(situation: Situation): readonly Need[] {
  const { record, context } = situation;
  const { message } = record.reading.kind === "question" ? record.reading : {};
  const { overdueAt } = pressureOn(situation);
  if (message?.kind !== "question" || overdueAt === undefined || context.now < overdueAt) return [];
  if (openEscalations(situation.view, record.seen.id).length > 0) return [];
  return [need(situation, message, overdueAt)];
}

function need(situation: Situation, { context, options }: Question, overdueAt: number): Need {
  const { id, title, reopenedAt } = situation.record.seen;
  const written = writtenOptions(options);
  const regarding = nameOfId(situation, id);
  return {
    outcome: outcomeFor("overdue", String(reopenedAt ?? 0)),
    title: title.replace(/^\s*Q:\s*/i, ""),
    because: `Nobody has answered it until ${toIsoSeconds(overdueAt)}.`,
    data: {
      reason: "overdue",
      regarding,
      title,
      urgency: "blocking",
      words: context,
      options: (written.length > 0 ? written : otherwise).map((text, index) => ({ number: index + 1, text })),
      ...{ blocker: undefined, edges: [] },
      waiting: waitingTasks(situation),
      refs: [regarding],
    },
  };
}

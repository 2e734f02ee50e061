/** A question that is as urgent as can be and that nobody has answered until its deadline. */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Question } from "../../protocol/question.ts";
import { openEscalations } from "../escalations.ts";
import { outcomeFor } from "../occasion.ts";
import { pressureOn } from "../pressure.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import { suggestionFor } from "../suggestion.ts";
import type { Need } from "./reason.ts";
import { waitingTasks } from "./waiting-tasks.ts";
import { writtenOptions } from "./written-options.ts";

/** Where the asker names no options, somebody still has to be able to decide by a number. */
const otherwise = ["Whoever asked chooses, and writes down what and why."];

/** A longer one is named instead. */
const maxOptionCharacters = 300;

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
  const suggested = suggestedIn(situation);
  const written = writtenOptions(options);
  const choices = suggested === undefined ? written : [suggested, ...written];
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
      options: [...choices, ...(written.length > 0 ? [] : otherwise)].map((text, index) => ({
        number: index + 1,
        text,
      })),
      recommendation: suggested,
      ...{ blocker: undefined, edges: [] },
      waiting: waitingTasks(situation),
      refs: [regarding],
    },
  };
}

/** What an answer of ours says that nobody took or refused, where an option can hold it. */
function suggestedIn({ view, record }: Situation): string | undefined {
  const suggestion = suggestionFor(view, record);
  const message = suggestion?.reading.kind === "answer" ? suggestion.reading.message : undefined;
  if (suggestion === undefined || message?.kind !== "answer") return undefined;
  const said = message.decision.replace(/\s+/g, " ").trim();
  return said.length <= maxOptionCharacters ? said : `As #${suggestion.seen.number} suggests.`;
}

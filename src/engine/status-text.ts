/** What an issue's status comment says: a function of how things stand, never of how they came about. */
import type { KindName } from "../protocol/kinds.ts";
import type { Situation } from "./rule.ts";
import { firstSent } from "./same-message.ts";
import { ofAnswer } from "./status/of-answer.ts";
import { ofDiscovery } from "./status/of-discovery.ts";
import { ofEscalation } from "./status/of-escalation.ts";
import { ofHandover } from "./status/of-handover.ts";
import { ofQuestion } from "./status/of-question.ts";
import { ofSuggestion } from "./status/of-suggestion.ts";
import { ofTask } from "./status/of-task.ts";
import { mutedHere, type StatusText } from "./status/parts.ts";
import { questionBehind } from "./suggestion.ts";
import { isAdmitted, isInDoubt, trustInBody } from "./trust.ts";

const byKind: Readonly<Record<KindName, (situation: Situation) => StatusText>> = {
  task: ofTask,
  question: ofQuestion,
  answer: ofAnswer,
  handover: ofHandover,
  discovery: ofDiscovery,
  escalation: ofEscalation,
};

/** Undefined for an issue of no kind, and while nobody can tell who stands behind it. */
export function statusText(situation: Situation): StatusText | undefined {
  const { kind } = situation.record.reading;
  const { bodyHash } = situation.record.seen;
  const command = `/approve ${bodyHash.slice(0, 8)}`;
  if (kind === undefined || isInDoubt(situation.view, situation.record, situation.context)) return undefined;
  const { view, record, context } = situation;
  const isOwn = !isAdmitted(record) && trustInBody(view, record, context) === "trusted";
  if (isOwn && firstSent(view, record) !== undefined) return undefined;
  const author = (situation.record.seen.editor ?? situation.record.seen.author)?.login;
  const question = questionBehind(situation.record);
  if (!isAdmitted(situation.record) && question !== undefined)
    return ofSuggestion(situation, question, command);
  if (!isAdmitted(situation.record))
    return {
      text: { name: "needs-approval", data: { author, bodyHash, command, muted: mutedHere(situation) } },
      isNews: true,
    };
  return byKind[kind](situation);
}

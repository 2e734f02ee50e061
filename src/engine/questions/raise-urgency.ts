/**
 * Refreshes an unanswered question when its urgency rises, and every few minutes in addition: the requests
 * survive restarts.
 */
import { parseDuration } from "../../base/duration.ts";
import { pressureOn } from "../asking/pressure.ts";
import { lookAgain, nothing, type ShowRule, type Situation } from "../model/rule.ts";

export const raiseUrgency: ShowRule = { name: "raise-urgency", show };

function show(situation: Situation) {
  const { record, context } = situation;
  const { overdueAt, risesAt } = pressureOn(situation);
  if (overdueAt === undefined) return nothing;
  const lookMs = parseDuration(context.settings.deadlines.look);
  return {
    looks: [
      ...(risesAt === undefined
        ? []
        : [lookAgain(record, risesAt - context.now, "Nobody has answered it until its deadline.")]),
      ...(lookMs === undefined ? [] : [lookAgain(record, lookMs, "It is open and may be answered by now.")]),
    ],
  };
}

/** A question that nobody answers is looked at again when it becomes more urgent: the look outlives the process. */
import { pressureOn } from "../pressure.ts";
import { lookAgain, nothing, type ShowRule, type Situation } from "../rule.ts";

export const raiseUrgency: ShowRule = { name: "raise-urgency", show };

function show(situation: Situation) {
  const { record, context } = situation;
  const { risesAt } = pressureOn(situation);
  if (risesAt === undefined) return nothing;
  return { looks: [lookAgain(record, risesAt - context.now, "Nobody has answered it until its deadline.")] };
}

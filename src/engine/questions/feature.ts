/** Handles questions and which answer counts. */
import { setUrgency } from "../asking/urgency.ts";
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { acceptAnswer } from "./accept-answer.ts";
import { answer } from "./answer.ts";
import { answerStatusText } from "./answer-status-text.ts";
import { approveAnswer, takesApproval } from "./approve-answer.ts";
import { checkAnswer } from "./check-answer.ts";
import { raiseUrgency } from "./raise-urgency.ts";
import { releaseWithdrawn } from "./release-withdrawn.ts";

/** Comes before defaults are taken: a question whose accepted answer is gone is open again. */
export const answerChecks: Feature = { name: "answer-checks", stateRules: () => [checkAnswer] };

export const questions: Feature = {
  name: "questions",
  stateRules: () => [acceptAnswer],
  projectionRules: () => [raiseUrgency, releaseWithdrawn],
  commands: [
    handlerOf("answer", answer),
    handlerOf("approve", approveAnswer, takesApproval),
    handlerOf("urgency", setUrgency),
  ],
  status: { answer: answerStatusText },
};

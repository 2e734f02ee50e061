/** Posts the coordinator's own answers, some of which await approval. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { answerQuestion } from "./answer-question.ts";
import { approve } from "./approve.ts";

export const suggestions: Feature = {
  name: "suggestions",
  projectionRules: () => [answerQuestion],
  commands: [handlerOf("approve", approve)],
};

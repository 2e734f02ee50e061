/** Once the edge that a person decided against is gone, the decision is carried out, whoever makes the edge again. */

import { nothing, type RememberRule, type Situation } from "../model/rule.ts";
import { decidedCut } from "./decided-cut.ts";

export const noteCarriedOut: RememberRule = { name: "note-carried-out", remember };

function remember(situation: Situation) {
  const { memory } = situation.record;
  if (memory.decided === undefined || decidedCut(situation)?.stands !== false) return nothing;
  return { memory: { ...memory, decided: { ...memory.decided, carriedOut: true } } };
}

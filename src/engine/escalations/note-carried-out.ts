/** Marks a decision as carried out once the dependency is gone, even if it is created again later. */

import { nothing, type RememberRule, type Situation } from "../model/rule.ts";
import { decidedCut } from "./decided-cut.ts";

export const noteCarriedOut: RememberRule = { name: "note-carried-out", remember };

function remember(situation: Situation) {
  const { memory } = situation.record;
  if (memory.decided === undefined || decidedCut(situation)?.stands !== false) return nothing;
  return { memory: { ...memory, decided: { ...memory.decided, carriedOut: true } } };
}

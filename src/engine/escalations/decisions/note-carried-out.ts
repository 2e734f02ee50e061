/** Marks a decision as carried out once the dependency is gone, even if it is created again later. */

import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import { decidedRemoval } from "./decided-removal.ts";

export const noteCarriedOut: StateRule = { name: "note-carried-out", updateState };

function updateState(input: RuleInput) {
  const found = decidedRemoval(input);
  if (found?.stands !== false) return nothing;
  return { persisted: { ...input.record.persisted, decided: { ...found.decided, carriedOut: true } } };
}

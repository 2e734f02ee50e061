/** Notes since when a handover's pull request has the commits and the base that it has: a word of before is not about them. */
import { seenUntil } from "../matters/bind-word.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";

export const noteWork: StateRule = { name: "note-work", updateState };

function updateState({ record }: RuleInput) {
  const { persisted, seen, evidence, reading } = record;
  const pull = evidence?.pullRequest;
  if (reading.kind !== "handover" || pull?.state !== "open" || isWorkLookedAt(persisted.looked, pull))
    return nothing;
  const looked = { commit: pull.headSha, base: pull.baseRef, at: seenUntil(seen) };
  return { persisted: { ...persisted, looked } };
}

export function isWorkLookedAt(
  looked: PersistedState["looked"],
  { headSha, baseRef }: { readonly headSha: string; readonly baseRef: string },
): boolean {
  return looked?.commit === headSha && looked.base === baseRef;
}

/**
 * Notes which text was first put before others, and when if we had asked for a repair before: what was repaired until
 * then, nobody was asked about in another form.
 */
import { isAdmitted, isTrustUnknown } from "../admission/trust.ts";
import { seenUntil } from "../matters/bind-word.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { problemsOf } from "../wording/problems.ts";

export const notePut: StateRule = { name: "note-put", updateState };

/** Kinds of issues that are put before people or agents, whose words on them count. */
const kinds: ReadonlySet<string | undefined> = new Set([
  "question",
  "escalation",
  "vote",
  "contract",
  "handover",
]);

function updateState(input: RuleInput) {
  const { view, record, context } = input;
  const { persisted, seen, reading } = record;
  if (!kinds.has(reading.kind) || persisted.put !== undefined || seen.issueState.state === "closed")
    return nothing;
  if (isTrustUnknown(view, record, context)) return nothing;
  const isReady = isAdmitted(record) && problemsOf(input).length === 0;
  if (isReady) return { persisted: withPut(record) };
  return persisted.awaitsRepair === true
    ? nothing
    : { persisted: { ...persisted, awaitsRepair: true as const } };
}

function withPut({ persisted, seen }: RuleInput["record"]): PersistedState {
  const { awaitsRepair, ...rest } = persisted;
  const at = awaitsRepair === true ? { at: seenUntil(seen) } : {};
  return { ...rest, put: { hash: seen.textHash, ...at } };
}

/**
 * Frees a task whose holder has not been heard from for too long: it may have crashed, and no one else could
 * continue. People are never timed out.
 */
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../../model/rule.ts";
import { closed, withoutLease } from "../award.ts";
import { nameOf } from "../holder.ts";
import { lapsesWith } from "./lapses.ts";
import { isResting, patienceWith } from "./silence.ts";

export const lapse: StateRule = { name: "lapse", updateState };

function updateState(input: RuleInput) {
  const { record, context } = input;
  const { lease } = record.persisted;
  if (lease?.holder.agent === undefined || context.isPassive === true) return nothing;
  const isClosed = record.seen.issueState.state === "closed";
  if (!isClosed && isResting(input)) return nothing;
  const { now, listeningSince } = context;
  const { endsAt, length } = patienceWith(input, lease, listeningSince ?? now);
  if (now < endsAt) {
    const look = refreshSelf(record, endsAt - now, "Its holder may be gone.");
    return { refreshes: [{ ...look, unlessHeard: true }] };
  }
  if (isClosed) return { persisted: withoutLease(record, closed, now) };
  const because = `${nameOf(lease.holder)} was not heard from for ${length}.`;
  const { lapses: _, ...ended } = withoutLease(record, { how: "lapsed", because }, now);
  const lapses = lapsesWith(input, lease);
  return { persisted: lapses === undefined ? ended : { ...ended, lapses } };
}

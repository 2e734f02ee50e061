/** Closes a vote that has an outcome, which unblocks what waits for it. */
import { currentOutcome } from "../messages/outcome.ts";
import type { CloseReason } from "../model/close-reason.ts";
import type { RuleInput } from "../model/rule.ts";
import { roleIn } from "../model/snapshot.ts";

export function voteDecided({ view, record }: RuleInput): CloseReason | undefined {
  const outcome = currentOutcome(record);
  if (outcome === undefined) return undefined;
  const { by, row, option, votes } = outcome;
  if (by === undefined) return { because: `Option ${option} was carried with ${votes} votes.` };
  const role = roleIn(view, record.seen.repositoryId, by.id);
  return { because: `${by.login} decided it: ${row}.`, actor: { ...by, role } };
}

/**
 * Finds what a task may have waited for before its first read, as the index may have been lost meanwhile: a blocker that was
 * closed then frees it only if the account that closed it may.
 */
import { unblockNoticesAmong } from "../messages/unblock-notices.ts";
import type { IssueSeen } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";

/** Our notice shows that all that had ended by then was judged; what ended before the task was opened never blocked it. */
export function withHeldBefore(
  persisted: PersistedState,
  { blockedBy, createdAt, own }: IssueSeen,
): PersistedState {
  const judgedUntil = Math.max(createdAt - 1, ...unblockNoticesAmong(own).map((notice) => notice.createdAt));
  const ended = blockedBy.issues.filter(
    ({ issueState, closedAt = 0 }) => issueState.state === "closed" && closedAt > judgedUntil,
  );
  if (ended.length === 0) return persisted;
  const heldBy = [...new Set([...persisted.heldBy, ...ended.map(({ id }) => id)])].sort();
  return { ...persisted, heldBy };
}

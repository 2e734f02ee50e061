/** Judges what was said in comments that are gone since. It stays listed, so that nothing changes unseen. */
import { judgeGone } from "../fold/ballots-known.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export function withWithdrawn({ seen, persisted }: IssueRecord): PersistedState {
  const { ballots } = persisted;
  if (ballots === undefined) return persisted;
  const gone = new Set(seen.comments.flatMap(({ id, missing }) => (missing === "deleted" ? id : [])));
  const judged = ballots.map((ballot) =>
    gone.has(ballot.comment) ? judgeGone(ballot, seen.deletions) : ballot,
  );
  return { ...persisted, ballots: judged };
}

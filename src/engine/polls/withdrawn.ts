/**
 * Marks what was said in comments that their authors deleted since. It stays listed, so that nothing changes unseen. What
 * somebody else deleted stands: who has write access could silence a vote, or an objection.
 */
import { wasTakenBack } from "../fold/ballots-known.ts";
import type { Ballot, PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export function withWithdrawn({ seen, persisted }: IssueRecord): PersistedState {
  const { ballots } = persisted;
  if (ballots === undefined) return persisted;
  const gone = new Set(seen.comments.flatMap(({ id, missing }) => (missing === "deleted" ? id : [])));
  const marked = ballots.map(
    (ballot): Ballot =>
      gone.has(ballot.comment) && wasTakenBack(ballot, seen.deletions)
        ? { ...ballot, isWithdrawn: true }
        : ballot,
  );
  return { ...persisted, ballots: marked };
}

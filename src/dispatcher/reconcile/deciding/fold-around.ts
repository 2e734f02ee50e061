/**
 * Folds facts into the part of the index around their issues. An issue read for the first time is not in the
 * index yet, so the issues on its tracks, and those that sent the same message, are looked up by what was
 * read.
 */

import { type FoldResult, foldInSteps } from "../../../engine/fold/fold.ts";
import { repositoriesIn } from "../../../engine/fold/repositories-met.ts";
import type { Fact, NodeId } from "../../../engine/model/fact.ts";
import { messageKey } from "../../../engine/model/keys/message-key.ts";
import { interestsIn } from "../../../engine/model/names.ts";
import type { IssueRecord, Snapshot } from "../../../engine/model/snapshot.ts";
import { trackOf } from "../../../engine/model/track.ts";
import type { Index, Tracks } from "../../ports/issue-index.ts";

type Needs = Pick<Index, "around" | "onTracks" | "sameMessages" | "repository" | "repositoriesAbout">;

export interface FoldWithKnown extends FoldResult {
  /** The index before the fold. */
  readonly known: Snapshot;
}

/**
 * Folds one fact per step.
 * @param ids the issues that the facts are about
 */
export async function* foldAround(
  index: Needs,
  ids: readonly NodeId[],
  facts: readonly Fact[],
): AsyncGenerator<void, FoldWithKnown> {
  const folded = yield* foldInto(index, ids, ids, facts);
  const read = ids.flatMap((id) => folded.snapshot.records.get(id) ?? []);
  const messages = read.flatMap((record) => messageKey(record) ?? []);
  const related = [
    ...(await onTracksOf(index, read)),
    ...(messages.length === 0 ? [] : await index.sameMessages(messages)),
  ].filter((id) => !folded.snapshot.records.has(id));
  if (related.length === 0) return folded;
  yield;
  return yield* foldInto(index, ids, [...ids, ...related], facts);
}

async function* foldInto(
  index: Needs,
  ids: readonly NodeId[],
  around: readonly NodeId[],
  facts: readonly Fact[],
): AsyncGenerator<void, FoldWithKnown> {
  const before = await index.around(around);
  yield;
  const known = withRepositories(before, repositoriesIn(facts, index));
  const folded = yield* foldInSteps(known, facts);
  const about = ids.flatMap((id) => folded.snapshot.records.get(id) ?? []);
  const fresh = new Set(facts.flatMap((fact) => (fact.type === "IssueSeen" ? fact.issue.id : [])));
  const read = about.filter(({ seen }) => fresh.has(seen.id));
  const met = await index.repositoriesAbout(about, read);
  return { ...folded, known, snapshot: withRepositories(folded.snapshot, met) };
}

/** A fact about a repository takes precedence over the stored data. */
function withRepositories<S extends Snapshot>(snapshot: S, met: Snapshot["repositories"]): S {
  return { ...snapshot, repositories: new Map([...met, ...snapshot.repositories]) };
}

function onTracksOf(index: Needs, records: readonly IssueRecord[]): Promise<readonly NodeId[]> {
  const wanted = new Map<string, Tracks>();
  for (const record of records) {
    const { repositoryId, issueState } = record.seen;
    if (issueState.state === "closed") continue;
    const own = record.reading.kind === "task" ? trackOf(record) : undefined;
    const names = own === undefined ? interestsIn(record.reading) : [own];
    if (names.length > 0) wanted.set(JSON.stringify([repositoryId, names]), { repositoryId, names });
  }
  return wanted.size === 0 ? Promise.resolve([]) : index.onTracks([...wanted.values()]);
}

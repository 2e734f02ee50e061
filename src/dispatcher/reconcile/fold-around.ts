/**
 * Folds facts into the part of the index around their issues. An issue read for the first time is not in the
 * index yet, so the issues on its tracks, and those that sent the same message, are looked up by what was
 * read.
 */

import { type Folded, foldInSteps } from "../../engine/fold/fold.ts";
import type { Fact, NodeId } from "../../engine/model/fact.ts";
import { messageKey } from "../../engine/model/message-key.ts";
import { tracksIn } from "../../engine/model/names.ts";
import type { IssueRecord, Snapshot } from "../../engine/model/snapshot.ts";
import { trackOf } from "../../engine/model/track.ts";
import type { Index } from "../ports/issue-index.ts";

type Needs = Pick<Index, "around" | "onTracks" | "sameMessages">;

export interface FoldedAround extends Folded {
  /** The index before the fold. */
  readonly known: Snapshot;
}

/**
 * Folds one fact per step.
 * @param ids the issues that the facts are about
 */
export function* foldAround(
  index: Needs,
  ids: readonly NodeId[],
  facts: readonly Fact[],
): Generator<void, FoldedAround> {
  const known = index.around(ids);
  yield;
  const folded = yield* foldInSteps(known, facts);
  const read = ids.flatMap((id) => folded.snapshot.records.get(id) ?? []);
  const messages = read.flatMap((record) => messageKey(record) ?? []);
  const beside = [
    ...read.flatMap((record) => onTracksOf(index, record)),
    ...(messages.length === 0 ? [] : index.sameMessages(messages)),
  ].filter((id) => !folded.snapshot.records.has(id));
  if (beside.length === 0) return { ...folded, known };
  yield;
  const wider = index.around([...ids, ...beside]);
  yield;
  return { ...(yield* foldInSteps(wider, facts)), known: wider };
}

function onTracksOf(index: Needs, record: IssueRecord): readonly NodeId[] {
  const { repositoryId, issueState } = record.seen;
  if (issueState.state === "closed") return [];
  const own = record.reading.kind === "task" ? trackOf(record) : undefined;
  const tracks = own === undefined ? tracksIn(record.reading) : [own];
  return tracks.length === 0 ? [] : index.onTracks(repositoryId, tracks);
}

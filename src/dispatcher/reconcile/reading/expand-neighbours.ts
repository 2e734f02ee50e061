/**
 * Works out which neighbours a reconcile pass has to read, given what it has just read. Follow only what
 * changed: otherwise busy tasks would be read for each of their questions, and two repositories would notify
 * each other without end.
 */
import type { Clock, Millis } from "../../../base/clock.ts";
import {
  asksForItself,
  neighbours,
  type Unresolved,
  unresolvedReferences,
} from "../../../engine/fold/neighbours.ts";
import type { Fact, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Snapshot } from "../../../engine/model/snapshot.ts";
import { namedRecords, type View } from "../../../engine/model/view.ts";
import { inSteps } from "../../in-steps.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import { refreshRequestsFor } from "../../repository/changes.ts";
import { foldAround } from "../deciding/fold-around.ts";
import { hasMoved } from "./moved.ts";
import type { Target } from "./targets.ts";

export interface ReadSoFar {
  readonly repositoryId: RepositoryId;
  readonly facts: readonly Fact[];
  /** Issues read in this pass. */
  readonly ids: ReadonlySet<NodeId>;
  /** Issues that are decided on without being read. */
  readonly decides: readonly NodeId[];
  /** Those of them, and the deleted ones, that came with the last wave. */
  readonly frontier: readonly NodeId[];
}

export interface Surroundings {
  /** To read in the next wave, in this repository. */
  readonly targets: readonly Target[];
  /** For other passes: issues of other repositories, and those beyond this pass's capacity. */
  readonly refreshes: readonly RefreshRequest[];
  /** The index with the facts read so far folded in. */
  readonly view: View;
}

/** @param room the number of issues that may still be read in this pass */
export async function findSurroundings(
  index: Pick<Index, "around" | "onTracks" | "sameMessages" | "repository" | "repositoriesAbout">,
  clock: Clock,
  read: ReadSoFar,
  room: number,
): Promise<Surroundings> {
  const { repositoryId, facts, decides, frontier } = read;
  const { known, snapshot, changed } = await inSteps(
    clock,
    foldAround(index, [...new Set([...listAboutIssues(facts), ...decides])], facts),
  );
  const now = clock.now();
  const moved = frontier.filter((id) => hasMoved(known.records.get(id), snapshot.records.get(id)));
  const around = [...changed, ...neighbours(snapshot, moved), ...findNamedBefore(known, snapshot, moved)];
  const wanted = new Set(around.filter((id) => !read.ids.has(id)));
  const homes = homesIn(snapshot);
  const here = [...wanted].filter((id) => homes.get(id) === repositoryId);
  // Asked again in every pass: what a number refers to may not be in any record yet.
  const met = new Set(facts.flatMap((fact) => (fact.type === "PullSeen" ? fact.pull.number : [])));
  const named = unresolvedReferences(snapshot, frontier).filter(
    (ref) => ref.repositoryId === repositoryId && !met.has(ref.number),
  );
  const targets: readonly Target[] = [
    ...here.map((id) => ({ id })),
    ...named.map(({ number }) => ({ number })),
  ];

  const crowdedOut = here.slice(room);
  const because = "a related issue changed";
  return {
    view: snapshot,
    targets: targets.slice(0, room),
    refreshes: [
      ...refreshRequestsFor(repositoryId, crowdedOut, now, because),
      ...[...wanted].flatMap((id) => requestElsewhere(homes.get(id), repositoryId, { id }, now)),
      ...unresolvedReferences(snapshot, moved).flatMap((ref: Unresolved) =>
        requestElsewhere(ref.repositoryId, repositoryId, { number: ref.number }, now),
      ),
    ],
  };
}

/**
 * The references of the issues at the last read: a task must stop listing a discovery that no longer mentions
 * it.
 */
function findNamedBefore(known: Snapshot, view: View, ids: readonly NodeId[]): readonly NodeId[] {
  const before = ids.flatMap((id) => known.records.get(id) ?? []);
  return before.flatMap((record) => {
    const now = view.records.get(record.seen.id);
    const named = namedRecords(view, record).filter(
      (other) => now === undefined || !asksForItself(view, now, other),
    );
    return named.map(({ seen }) => seen.id);
  });
}

/** Every issue that a fact is about. */
export function listAboutIssues(facts: readonly Fact[]): ReadonlySet<NodeId> {
  return new Set(facts.flatMap(listAbout));
}

function listAbout(fact: Fact): readonly NodeId[] {
  switch (fact.type) {
    case "IssueSeen":
      return [fact.issue.id];
    case "IssueGone":
    case "IssueUnchanged":
      return [fact.id];
    case "IssueMoved":
      return [fact.from, fact.to];
    case "EdgeRemoved":
      return [fact.blockedId, fact.blockerId];
    case "CommentSeen":
      return [fact.issueId];
    default:
      return [];
  }
}

function requestElsewhere(
  home: RepositoryId | undefined,
  repositoryId: RepositoryId,
  target: Target,
  dueAt: Millis,
): readonly RefreshRequest[] {
  if (home === undefined || home === repositoryId) return [];
  return [{ repositoryId: home, target, dueAt, because: "an issue in another repository changed" }];
}

/** The repository of each issue, from its record or otherwise from an edge to it. */
export function homesIn(view: View): ReadonlyMap<NodeId, RepositoryId> {
  const homes = new Map<NodeId, RepositoryId>();
  for (const { seen } of view.records.values())
    for (const link of [
      ...seen.blocking.issues,
      ...seen.blockedBy.issues,
      ...(seen.duplicateOf ? [seen.duplicateOf] : []),
    ])
      homes.set(link.id, link.repositoryId);
  for (const { seen } of view.records.values()) homes.set(seen.id, seen.repositoryId);
  return homes;
}

/**
 * Resolves the cross-references of a snapshot: which record a reference means, which issues name it, which
 * wait for it. Derived again from the records after every fold, so that a fact just read counts as much as
 * one stored.
 */
import { type Ref, refKey, resolveRef } from "../../protocol/references/ref.ts";
import type { NodeId, RepositorySeen } from "./fact.ts";
import { messageKey } from "./keys/message-key.ts";
import { tracksIn } from "./names.ts";
import { originOf } from "./opened.ts";
import { behindPull, linkedBy } from "./pulls.ts";
import type { IssueRecord, Snapshot } from "./snapshot.ts";
import { sameTrack, trackOf } from "./track.ts";

export interface View extends Snapshot {
  /** Node ids by `refKey`. */
  readonly numbers: ReadonlyMap<string, NodeId>;
  /** Issues that we opened, by their origin. */
  readonly openedFor: ReadonlyMap<NodeId, readonly NodeId[]>;
  /** Issues that were closed as duplicates, by what they are duplicates of. */
  readonly duplicates: ReadonlyMap<NodeId, readonly NodeId[]>;
  /** Issues by the message that they carry, as `messageKey` names it. */
  readonly messages: ReadonlyMap<string, readonly NodeId[]>;
}

/**
 * The same issues yield the same view, in whatever order they were read: texts that list them stay stable.
 */
export function viewOf(given: Snapshot): View {
  const snapshot = { ...given, records: new Map([...given.records].sort(([, a], [, b]) => byPlace(a, b))) };
  const numbers = new Map<string, NodeId>();
  for (const { seen } of snapshot.records.values()) {
    const home = snapshot.repositories.get(seen.repositoryId);
    if (home !== undefined)
      numbers.set(refKey({ owner: home.owner, repo: home.name, number: seen.number }), seen.id);
  }
  const waits = new Map(snapshot.waits);
  const naming = new Map<NodeId, NodeId[]>();
  const openedFor = new Map<NodeId, NodeId[]>();
  const duplicates = new Map<NodeId, NodeId[]>();
  const messages = new Map<string, NodeId[]>();
  const view: View = { ...snapshot, numbers, waits, namedBy: naming, openedFor, duplicates, messages };
  for (const record of snapshot.records.values()) {
    const { id, opened, duplicateOf } = record.seen;
    const origin = opened && originOf(opened.key);
    if (origin !== undefined) openedFor.set(origin, [...(openedFor.get(origin) ?? []), id]);
    if (duplicateOf !== undefined)
      duplicates.set(duplicateOf.id, [...(duplicates.get(duplicateOf.id) ?? []), id]);
    const message = messageKey(record);
    if (message !== undefined) messages.set(message, [...(messages.get(message) ?? []), id]);
    waits.set(record.seen.id, openBlockers(record));
    for (const { seen } of namedRecords(view, record))
      naming.set(seen.id, [...(naming.get(seen.id) ?? []), record.seen.id]);
  }
  return view;
}

function byPlace({ seen: a }: IssueRecord, { seen: b }: IssueRecord): number {
  if (a.repositoryId !== b.repositoryId) return a.repositoryId < b.repositoryId ? -1 : 1;
  return a.number - b.number;
}

/**
 * A parent waits for its sub-issues, too, except for a space. A closed issue waits for nothing, so no cycle passes
 * through it.
 */
function openBlockers({ seen, reading }: IssueRecord): readonly NodeId[] {
  if (seen.issueState.state === "closed" || reading.kind === "space") return [];
  const blockers = seen.blockedBy.issues.filter(({ issueState }) => issueState.state === "open");
  return [...new Set([...blockers, ...(seen.subIssues ?? [])].map(({ id }) => id))];
}

/** The records that a text refers to: those that it names, and the tasks of the tracks that it is for. */
export function namedRecords(view: View, home: IssueRecord): readonly IssueRecord[] {
  const referred = linkedBy(home).flatMap((ref) => recordOf(view, home, ref) ?? []);
  return [...new Set([...referred, ...recordsOnTracks(view, home)])];
}

/** The records whose text names the issue. */
export function recordsThatName(view: View, id: NodeId): readonly IssueRecord[] {
  return (view.namedBy.get(id) ?? []).flatMap((other) => view.records.get(other) ?? []);
}

/** The tasks of the tracks that a text is for. */
export function recordsOnTracks(view: View, home: IssueRecord): readonly IssueRecord[] {
  const tracks = tracksIn(home.reading);
  if (tracks.length === 0) return [];
  return [...view.records.values()].filter((record) => {
    const track = record.reading.kind === "task" ? trackOf(record) : undefined;
    const isHere = record.seen.repositoryId === home.seen.repositoryId;
    return isHere && track !== undefined && tracks.some((each) => sameTrack(each, track));
  });
}

/**
 * The record that `ref`, written in `home`, refers to; for a pull request, the issue that it closes. None in a private
 * repository of another account.
 */
export function recordOf(view: View, home: IssueRecord, ref: Ref): IssueRecord | undefined {
  const repository = repositoryOf(view, home);
  if (repository === undefined) return undefined;
  const place = { owner: repository.owner, repo: repository.name };
  const behind = behindPull(home, repository, ref);
  const id = view.numbers.get(refKey(resolveRef(behind ?? ref, place)));
  const record = id === undefined ? undefined : view.records.get(id);
  const there = record && repositoryOf(view, record);
  return there !== undefined && isSealed(there, repository) ? undefined : record;
}

/**
 * Whether `there` is private and belongs to another account's installation than `here`. One App may serve both, but
 * neither account has let the other read its repositories.
 */
export function isSealed(there: RepositorySeen, here: RepositorySeen | undefined): boolean {
  return there.isPrivate && there.installationId !== here?.installationId;
}

/** The full name of what `ref` means in `home`, for comparison. */
export function keyFrom(view: View, home: IssueRecord, ref: Ref): string {
  const repository = repositoryOf(view, home);
  return refKey(resolveRef(ref, { owner: repository?.owner ?? "", repo: repository?.name ?? "" }));
}

export function repositoryOf(view: View, record: IssueRecord): RepositorySeen | undefined {
  return view.repositories.get(record.seen.repositoryId);
}

/** The repository that `ref`, written in `home`, points to; undefined unless we serve it and `home` may know of it. */
export function repositoryNamed(view: View, home: IssueRecord, ref: Ref): RepositorySeen | undefined {
  const here = repositoryOf(view, home);
  if (here === undefined) return undefined;
  const target = resolveRef(ref, { owner: here.owner, repo: here.name });
  for (const candidate of view.repositories.values()) {
    const sameOwner = candidate.owner.toLowerCase() === target.owner.toLowerCase();
    if (sameOwner && candidate.name.toLowerCase() === target.repo.toLowerCase())
      return isSealed(candidate, here) ? undefined : candidate;
  }
  return undefined;
}

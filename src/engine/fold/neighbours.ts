/** Finds the other issues that a decision needs, and those that must be read first. */

import { refKey, resolveRef } from "../../protocol/references/ref.ts";
import { tasksOf, versionsBefore } from "../messages/contract-versions.ts";
import { dependencyCycleOf } from "../messages/graph.ts";
import { spaceNamed } from "../messages/membership.ts";
import { subjectOf } from "../messages/subject.ts";
import type { LinkedIssue, NodeId, RepositoryId } from "../model/fact.ts";
import { linkedBy } from "../model/pulls.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import {
  namedRecords,
  recordOf,
  recordsThatName,
  repositoryNamed,
  repositoryOf,
  type View,
} from "../model/view.ts";
import { refsInCommands } from "./refs-in-commands.ts";
import { isSameState } from "./same-state.ts";

/**
 * Issues to read before deciding about `ids`: those that wait for them, that their texts name or whose texts
 * name them, members of a dependency cycle with them, blockers that the index does not know or knows
 * differently from the fresh dependency, and originals of duplicates.
 */
export function neighbours(view: View, ids: readonly NodeId[]): readonly NodeId[] {
  const found = new Set<NodeId>();
  for (const id of ids) {
    const record = view.records.get(id);
    if (record === undefined) continue;
    for (const neighbour of around(view, record)) found.add(neighbour);
  }
  for (const id of ids) found.delete(id);
  return [...found];
}

function around(view: View, record: IssueRecord): readonly NodeId[] {
  const named = namedRecords(view, record)
    .filter((other) => !asksForItself(view, record, other))
    .map(({ seen }) => seen.id);
  const parts = record.reading.kind === "space" ? (record.seen.subIssues ?? []) : [];
  const naming = (view.namedBy.get(record.seen.id) ?? []).filter(
    (id) => !parts.some((part) => part.id === id),
  );
  const dependents = record.seen.blocking.issues
    .filter((link) => isServed(view, link))
    .map((link) => link.id);
  const doubtful = record.seen.blockedBy.issues
    .filter((link) => isDoubtful(view, link))
    .map((link) => link.id);
  const ring = (dependencyCycleOf(record.seen.id, view.waits) ?? []).filter((id) => view.records.has(id));
  return [
    ...named,
    ...naming,
    ...dependents,
    ...doubtful,
    ...ring,
    ...unreadOriginals(view, record),
    ...waitersInItsPlace(view, record),
    ...waitersForADecision(view, record),
    ...versionsAbout(view, record),
    ...listOtherHandovers(view, record),
  ];
}

/**
 * A task has the space that it names decided on from the index, by a rule: reading a space with every change of its
 * hundred tasks would be too much.
 */
export function asksForItself(view: View, record: IssueRecord, other: IssueRecord): boolean {
  return spaceNamed(view, record)?.seen.id === other.seen.id;
}

/** What is wrong with a handover no longer matters once its task is handed over again. */
function listOtherHandovers(view: View, record: IssueRecord): readonly NodeId[] {
  if (record.reading.kind !== "handover") return [];
  const tasks = namedRecords(view, record).filter(({ reading }) => reading.kind === "task");
  return tasks.flatMap((task) =>
    recordsThatName(view, task.seen.id)
      .filter(({ reading, seen }) => reading.kind === "handover" && seen.issueState.state === "open")
      .map(({ seen }) => seen.id),
  );
}

/** Tasks that wait for a question show who was asked to decide about it, and until when. */
function waitersForADecision(view: View, record: IssueRecord): readonly NodeId[] {
  const question = record.reading.kind === "escalation" ? subjectOf(view, record) : undefined;
  return question === undefined ? [] : namedRecords(view, question).map(({ seen }) => seen.id);
}

/**
 * Those who hold work that rests on a version before have to agree to the next one: a contract's earlier tasks, and the open
 * contracts that change what a task rests on.
 */
function versionsAbout(view: View, record: IssueRecord): readonly NodeId[] {
  if (record.reading.kind === "contract")
    return versionsBefore(view, record)
      .flatMap((version) => tasksOf(view, version))
      .map(({ seen }) => seen.id);
  if (record.reading.kind !== "task") return [];
  return [...view.records.values()]
    .filter(({ seen, reading }) => reading.kind === "contract" && seen.issueState.state === "open")
    .filter((contract) =>
      versionsBefore(view, contract).some((version) => tasksOf(view, version).includes(record)),
    )
    .map(({ seen }) => seen.id);
}

/** The originals of it and of what it waits for that the index does not know. */
function unreadOriginals(view: View, record: IssueRecord): readonly NodeId[] {
  const ends = [record.seen.id, ...record.seen.blockedBy.issues.map(({ id }) => id)];
  const originals = ends.flatMap((id) => view.records.get(id)?.seen.duplicateOf ?? []);
  return originals.filter((link) => isDoubtful(view, link)).map(({ id }) => id);
}

/** Tasks that wait for a duplicate of it: the dependency may not have moved yet, or GitHub keeps none. */
function waitersInItsPlace(view: View, { seen }: IssueRecord): readonly NodeId[] {
  return (view.duplicates.get(seen.id) ?? []).flatMap((id) => {
    const duplicate = view.records.get(id);
    if (duplicate === undefined) return [];
    const linked = duplicate.seen.blocking.issues
      .filter((link) => isServed(view, link))
      .map((link) => link.id);
    const named = namedRecords(view, duplicate).map((record) => record.seen.id);
    return [...linked, ...named, ...(view.namedBy.get(id) ?? [])];
  });
}

function isServed(view: View, link: LinkedIssue): boolean {
  return view.repositories.has(link.repositoryId);
}

function isDoubtful(view: View, link: LinkedIssue): boolean {
  if (!isServed(view, link)) return false;
  const record = view.records.get(link.id);
  return record === undefined || !isSameState(record.seen.issueState, link.issueState);
}

/** A reference to an issue without a record, in a repository that we serve. */
export interface Unresolved {
  readonly repositoryId: RepositoryId;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** Issues that the texts of `ids` name and the index does not know yet: to be read by number. */
export function unresolvedReferences(view: View, ids: readonly NodeId[]): readonly Unresolved[] {
  const found = new Map<string, Unresolved>();
  for (const id of ids) {
    const record = view.records.get(id);
    const home = record && repositoryOf(view, record);
    if (record === undefined || home === undefined) continue;
    for (const ref of [...linkedBy(record), ...refsInCommands(record)]) {
      const repository = repositoryNamed(view, record, ref);
      if (repository === undefined || recordOf(view, record, ref) !== undefined) continue;
      const { owner, repo, number } = resolveRef(ref, { owner: home.owner, repo: home.name });
      found.set(refKey({ owner, repo, number }), { repositoryId: repository.id, owner, repo, number });
    }
  }
  return [...found.values()];
}

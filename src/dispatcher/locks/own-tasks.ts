/**
 * Finds whose work a pull request is: the tasks that admitted handovers report it for, and those that it closes if
 * its author's account has them. Anyone can write "Closes #12".
 */
import { isAdmitted } from "../../engine/admission/trust.ts";
import { handoverIn } from "../../engine/handovers/handovers.ts";
import { type Holder, isSameHolder } from "../../engine/leases/holder.ts";
import type { OwnTasks } from "../../engine/locks/pull-check.ts";
import { holderOf } from "../../engine/locks/requests.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { IssueRecord, TaskLocks } from "../../engine/model/snapshot.ts";
import { refKey, resolveRef } from "../../protocol/references/ref.ts";
import type { Index } from "../ports/issue-index.ts";
import type { StoredPull } from "../ports/pulls.ts";

export interface Ownership {
  /** By number of the pull request. */
  readonly byPull: ReadonlyMap<number, OwnTasks>;
  /** The holders of all of these tasks. */
  readonly holders: ReadonlyMap<number, Holder | undefined>;
}

export async function ownTasks(
  index: Pick<Index, "handoversAbout" | "records" | "idsOf">,
  { id, owner, name: repo }: RepositorySeen,
  pulls: readonly StoredPull[],
  locks: readonly TaskLocks[],
): Promise<Ownership> {
  const home = { owner, repo };
  const work = pulls.map(({ number }) => ({ pullRequest: number }));
  const handovers = work.length === 0 ? [] : await index.handoversAbout(id, work);
  const reported = new Map<number, number[]>();
  for (const record of (await index.records(handovers)).values()) {
    const pull = record.evidence?.pullRequest?.number;
    const task = handoverIn(record)?.completes;
    if (pull === undefined || task === undefined || !isAdmitted(record)) continue;
    if (refKey(resolveRef(task, home)) !== refKey({ ...home, number: task.number })) continue;
    reported.set(pull, [...(reported.get(pull) ?? []), task.number]);
  }
  const numbers = [
    ...new Set(pulls.flatMap(({ number, closes }) => [...closes, ...(reported.get(number) ?? [])])),
  ];
  const ids = await index.idsOf(id, numbers);
  const records = await index.records([...ids.values()]);
  const holders = new Map(numbers.map((task) => [task, holderIn(records.get(ids.get(task) ?? ""))]));
  const accounts = accountsWithLocks(locks);
  const tasksOf = ({ number, closes, author = "" }: StoredPull) => [
    ...closes.filter((task) => holders.get(task)?.account === author || accounts.get(task)?.has(author)),
    ...(reported.get(number) ?? []),
  ];
  const byPull = pulls.map((pull): [number, OwnTasks] => {
    const tasks = tasksOf(pull);
    return [
      pull.number,
      { tasks: new Set(tasks), holders: tasks.flatMap((task) => holders.get(task) ?? []) },
    ];
  });
  return { byPull: new Map(byPull), holders };
}

/**
 * Whether one of these issues changes whose a pull request is: a handover may report it, and of its tasks one may
 * have another holder.
 */
export async function changesOwners(
  index: Pick<Index, "records">,
  { holders }: Pick<Ownership, "holders">,
  ids: readonly NodeId[],
): Promise<boolean> {
  const records = [...(await index.records(ids)).values()];
  return records.some(({ reading, seen, persisted }) => {
    if (reading.kind === "handover") return true;
    return holders.has(seen.number) && !isSame(holders.get(seen.number), persisted.lease?.holder);
  });
}

function isSame(a: Holder | undefined, b: Holder | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameHolder(a, b);
}

function holderIn(record: IssueRecord | undefined): Holder | undefined {
  return record?.persisted.lease?.holder;
}

function accountsWithLocks(locks: readonly TaskLocks[]): ReadonlyMap<number, ReadonlySet<string>> {
  return new Map(
    locks.map((task) => [
      task.number,
      new Set(task.requests.flatMap((request) => holderOf(request, task)?.account ?? [])),
    ]),
  );
}

/**
 * Finds the tasks that land together: those connected by *Together with*. A link to a task of another repository
 * counts only if that task names this one too. Otherwise one could keep the pull requests of a repository from being
 * merged without write access to it.
 */
import { formatRef, type Ref } from "../../../protocol/references/ref.ts";
import { isAdmitted } from "../../admission/trust.ts";
import type { NodeId } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { keyFrom, recordOf, recordsThatName, type View } from "../../model/view.ts";

export interface LandingGroup {
  /** With the task itself, by place; it alone if it lands alone. */
  readonly members: readonly IssueRecord[];
  /** What a member's text names under *Together with* and that does not belong to the group yet. */
  readonly unconfirmed: readonly Unconfirmed[];
}

export interface Unconfirmed {
  /** The member whose text names it. */
  readonly by: IssueRecord;
  readonly ref: Ref;
  /** Undefined if it cannot be found. */
  readonly named: IssueRecord | undefined;
}

/** A longer chain of links is followed no further. */
const maxMembers = 50;

export function landingGroup(view: View, task: IssueRecord): LandingGroup {
  const members = new Map<NodeId, IssueRecord>([[task.seen.id, task]]);
  const unconfirmed: Unconfirmed[] = [];
  for (const member of members.values()) {
    const [bound, unbound] = linksOf(view, member);
    for (const other of bound) if (members.size < maxMembers) members.set(other.seen.id, other);
    unconfirmed.push(...unbound);
  }
  return { members: [...members.values()].toSorted(byPlace), unconfirmed };
}

/** The references of a task under *Together with*; none if its text may not have effects. */
export function togetherWith(record: IssueRecord): readonly Ref[] {
  const message = record.reading.kind === "task" ? record.reading.message : undefined;
  return message?.kind === "task" && isAdmitted(record) ? (message.together ?? []) : [];
}

function linksOf(
  view: View,
  member: IssueRecord,
): readonly [bound: readonly IssueRecord[], unbound: readonly Unconfirmed[]] {
  const bound = new Set(namingTasks(view, member).filter((other) => isBinding(view, other, member)));
  const unbound: Unconfirmed[] = [];
  for (const ref of togetherWith(member)) {
    const named = recordOf(view, member, ref);
    if (named?.seen.id === member.seen.id) continue;
    if (named?.reading.kind === "task" && isBinding(view, member, named)) bound.add(named);
    else unbound.push({ by: member, ref, named });
  }
  return [[...bound], unbound];
}

function namingTasks(view: View, task: IssueRecord): readonly IssueRecord[] {
  return recordsThatName(view, task.seen.id).filter(
    (other) => other.seen.id !== task.seen.id && names(view, other, task),
  );
}

/** Whether the link from one to the other holds for both. */
function isBinding(view: View, from: IssueRecord, to: IssueRecord): boolean {
  return from.seen.repositoryId === to.seen.repositoryId || (names(view, from, to) && names(view, to, from));
}

function names(view: View, from: IssueRecord, to: IssueRecord): boolean {
  return togetherWith(from).some((ref) => recordOf(view, from, ref)?.seen.id === to.seen.id);
}

function byPlace({ seen: a }: IssueRecord, { seen: b }: IssueRecord): number {
  if (a.repositoryId !== b.repositoryId) return a.repositoryId < b.repositoryId ? -1 : 1;
  return a.number - b.number;
}

/** What a member is blocked by comes before it; otherwise by place, as in a dependency cycle. */
export function landingOrder(members: readonly IssueRecord[]): readonly IssueRecord[] {
  const left = [...members];
  const order: IssueRecord[] = [];
  while (left.length > 0) {
    const at = left.findIndex(
      (member) => !left.some((other) => other !== member && isBlockedBy(member, other)),
    );
    order.push(...left.splice(Math.max(0, at), 1));
  }
  return order;
}

function isBlockedBy({ seen }: IssueRecord, other: IssueRecord): boolean {
  return seen.blockedBy.issues.some(({ id }) => id === other.seen.id);
}

/** What it was called in the text, for one that cannot be found. */
export function nameOf(view: View, { by, ref }: Unconfirmed): string {
  return formatRef(ref).startsWith("#") ? formatRef(ref) : keyFrom(view, by, ref);
}

/**
 * Works out whether a task belongs to the space that its text names, and what prevents it. GitHub's relation of
 * parent and sub-issue is authoritative; a text creates it once.
 */
import type { Space } from "../../protocol/kinds/space.ts";
import type { NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";
import { visibilityMs } from "../model/visibility.ts";

/** GitHub's limit. */
export const maxParts = 100;

export type Membership =
  | { readonly type: "belongs" | "due" }
  /** It has another parent, which only people may replace. */
  | { readonly type: "elsewhere"; readonly parent: NonNullable<IssueRecord["seen"]["parent"]> }
  | { readonly type: "full" | "removed" | "unsupported" }
  | { readonly type: "refused"; readonly message: string };

export function spaceIn({ reading }: IssueRecord): Space | undefined {
  const message = reading.kind === "space" ? reading.message : undefined;
  return message?.kind === "space" ? message : undefined;
}

/** The space that a task's text names, in the task's own repository. */
export function spaceNamed(view: View, task: IssueRecord): IssueRecord | undefined {
  const message = task.reading.kind === "task" ? task.reading.message : undefined;
  const ref = message?.kind === "task" ? message.partOf : undefined;
  const named = ref && recordOf(view, task, ref);
  const isSpace = named?.reading.kind === "space" && named.seen.repositoryId === task.seen.repositoryId;
  return isSpace ? named : undefined;
}

/** Whether `task`, whose text names `space`, belongs to it. */
export function membershipOf(view: View, task: IssueRecord, space: IssueRecord): Membership {
  const { id, parent } = task.seen;
  const parts = space.seen.subIssues ?? [];
  if (parts.some((part) => part.id === id)) return { type: "belongs" };
  if (space.seen.lacksSubIssues === true) return { type: "unsupported" };
  if (space.persisted.parts?.includes(id) === true)
    return { type: isPerhapsUnseen(space, id) ? "belongs" : "removed" };
  if (parent !== undefined && parent.id !== space.seen.id)
    return isLeaving(view, task, parent.id) ? { type: "due" } : { type: "elsewhere", parent };
  if (parts.length >= maxParts) return { type: "full" };
  const refusal = (view.refusals.get(space.seen.id) ?? []).find(
    ({ slot }) => slot.type === "part" && slot.id === id,
  );
  return refusal === undefined ? { type: "due" } : { type: "refused", message: refusal.message };
}

/** Whether we made it a sub-issue so recently that GitHub need not show it yet. */
export function isPerhapsUnseen({ readAt, edgeMadeAt }: IssueRecord, id: NodeId): boolean {
  return readAt - (edgeMadeAt[id] ?? 0) < visibilityMs;
}

/** Whether it is in another space only because an earlier text said so. */
function isLeaving(view: View, task: IssueRecord, parentId: NodeId): boolean {
  return view.records.get(parentId)?.persisted.parts?.includes(task.seen.id) === true;
}

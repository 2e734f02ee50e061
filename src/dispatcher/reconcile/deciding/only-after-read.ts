/**
 * Holds back what cannot be undone (a comment, a closed issue, an accepted answer) where an issue was decided on
 * from the index: something that would prevent it may have been lost on its way, and only a read shows that.
 */
import { unreachable } from "../../../base/errors.ts";
import type { Decision } from "../../../engine/decide.ts";
import type { Effect } from "../../../engine/model/effect.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";

/** A decision to commit, and the issues to read before anything is decided about them. */
interface Checked {
  readonly decision: Decision;
  readonly held: readonly NodeId[];
}

/**
 * Decides about `ids`. If that leads to something irreversible for an issue in `unread`, it decides again
 * about the others: they must not follow from what is deferred.
 * @param known the records from before this pass
 */
export async function decideAfterReads(
  ids: readonly NodeId[],
  unread: ReadonlySet<NodeId>,
  known: ReadonlyMap<NodeId, IssueRecord>,
  decideOn: (ids: readonly NodeId[]) => Promise<Decision>,
): Promise<Checked> {
  const held: NodeId[] = [];
  for (;;) {
    const decision = await decideOn(ids.filter((id) => !held.includes(id)));
    const final = decision.decided.filter((id) => unread.has(id) && isFinal(decision, id, known.get(id)));
    if (final.length === 0) return { decision, held };
    held.push(...final);
  }
}

function isFinal(decision: Decision, id: NodeId, before: IssueRecord | undefined): boolean {
  const record = decision.records.find(({ seen }) => seen.id === id);
  if (
    record !== undefined &&
    (accepts(before, record) || changesHolder(before, record) || startsAgent(before, record))
  )
    return true;
  return decision.effects.some(({ issueId, effect }) => issueId === id && cannotBeUndone(effect));
}

/** The first accepted answer counts, even if an earlier one is found later. */
function accepts(before: IssueRecord | undefined, { persisted: { accepted } }: IssueRecord): boolean {
  return accepted !== undefined && accepted.word !== before?.persisted.accepted?.word;
}

/** An agent that was told that it holds a task works on it. A task that is closed has no holder. */
function changesHolder(before: IssueRecord | undefined, { persisted, seen }: IssueRecord): boolean {
  if (persisted.lease === undefined && seen.issueState.state === "closed") return false;
  return persisted.lease?.token !== before?.persisted.lease?.token;
}

/** A program that was started costs money. */
function startsAgent(before: IssueRecord | undefined, { persisted: { starts } }: IssueRecord): boolean {
  const last = starts?.at(-1);
  return last !== undefined && last.at !== before?.persisted.starts?.at(-1)?.at;
}

function cannotBeUndone(effect: Effect): boolean {
  switch (effect.type) {
    case "OpenIssue":
    case "AddComment":
    case "CloseIssue":
    case "RestoreText":
    case "AddAssignees":
    case "RemoveAssignees":
    case "MergePullRequest":
    case "EnqueuePullRequest":
    case "UpdateBranch":
      return true;
    case "ShowStatus":
      return effect.commentId === undefined;
    case "SetLabels":
    case "SetType":
    case "AddBlockedBy":
    case "RemoveBlockedBy":
    case "AddSubIssue":
    case "RemoveSubIssue":
    case "AddReaction":
    case "MinimizeComment":
    case "ShowCheck":
      return false;
    default:
      return unreachable(effect);
  }
}

/** Tells what is known of a dependency that somebody removed who may not, and whether it can be put back. */
import { mayShow } from "../../admission/privacy.ts";
import { unseenName } from "../../freeing/unseen-blocker.ts";
import type { LinkedIssue, NodeId } from "../../model/fact.ts";
import { formatOutcomeKey, type OutcomeKey } from "../../model/keys/outcome-key.ts";
import type { DependencySlot } from "../../model/keys/slot.ts";
import type { Doubt } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { issueName, issueNameById } from "../../wording/issue-name.ts";

/** The removed blocker as GitHub's event shows it; undefined if it shows none. */
export function removedLink({ seen }: IssueRecord, of: NodeId): LinkedIssue | undefined {
  return seen.removals?.list.find(({ other }) => other === of)?.link;
}

/** False if nothing says which issue it was, and once GitHub has refused it for good. */
export function canRestore(view: View, task: IssueRecord, doubt: Doubt): boolean {
  if (!view.records.has(doubt.of) && removedLink(task, doubt.of) === undefined) return false;
  const key = formatOutcomeKey(task.seen.id, restorationKey(doubt));
  return !(view.refusals.get(task.seen.id) ?? []).some((refusal) => refusal.key === key);
}

/** Each removal is undone, so each has a key of its own. */
export function restorationKey({ of, at }: Doubt): OutcomeKey {
  return { type: "dependency", slot: restorationSlot(of), change: "added", removedAt: at };
}

export function restorationSlot(id: NodeId): DependencySlot {
  return { type: "dependency", id };
}

/** The removed blocker, as a text of the task names it. */
export function nameRemoved(input: RuleInput, of: NodeId): string {
  const { view, record } = input;
  const link = view.records.has(of) ? undefined : removedLink(record, of);
  if (link !== undefined) return mayShow(view, record, link) ? issueName(record, link) : unseenName;
  return view.records.has(of) ? issueNameById(input, of) : unseenName;
}

/**
 * Makes the tasks whose texts name a space its sub-issues, once, up to GitHub's limit, and ends what it made when a
 * text no longer says so. Relations that people made are left alone.
 */
import { isAdmitted, responsibleUser } from "../admission/trust.ts";
import { isPerhapsUnseen, maxParts, membershipOf } from "../messages/membership.ts";
import type { Reason } from "../model/effect.ts";
import {
  type DelayedRefresh,
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../model/rule.ts";
import { type IssueRecord, knownAt, roleIn } from "../model/snapshot.ts";
import { visibilityMs } from "../model/visibility.ts";
import { isNaming, tasksNaming, tasksOf } from "./parts.ts";

export const makeParts: ProjectionRule = { name: "make-parts", project };

function project(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "space" || !isAdmitted(record)) return nothing;
  const room = maxParts - (record.seen.subIssues ?? []).length;
  const due = tasksNaming(view, record).filter((task) => membershipOf(view, task, record).type === "due");
  const added = due.slice(0, Math.max(0, room)).filter(({ seen }) => seen.parent === undefined);
  return {
    effects: [
      ...added.map((task) => change(input, task, "added")),
      ...tasksLeaving(input).map((task) => change(input, task, "removed")),
    ],
    refreshes: [...unseen(input), ...strangers(input)],
  };
}

/** Sub-issues that were read before they became that: lists of tasks go by what a task's own read shows. */
function strangers({ view, record }: RuleInput): readonly DelayedRefresh[] {
  return tasksOf(view, record)
    .filter((task) => task.seen.parent?.id !== record.seen.id && knownAt(task) < record.readAt)
    .map((task) => refreshSelf(task, 0, `It is a sub-issue of #${record.seen.number}.`));
}

/** Sub-issues that we made and that no read has returned yet, or never will because a person removed them. */
function unseen({ view, record }: RuleInput): readonly DelayedRefresh[] {
  const native = new Set((record.seen.subIssues ?? []).map(({ id }) => id));
  const parts = (record.persisted.parts ?? []).filter((id) => !native.has(id) && isPerhapsUnseen(record, id));
  const longest = Math.max(
    ...parts.map((id) => (record.edgeMadeAt[id] ?? 0) + visibilityMs - record.readAt),
    0,
  );
  return [record.seen.id, ...parts]
    .flatMap((id) => (longest > 0 ? (view.records.get(id) ?? []) : []))
    .map((each) => refreshSelf(each, longest, "A sub-issue that we added is not visible yet."));
}

/** Sub-issues that we made, and whose texts no longer name the space. */
function tasksLeaving({ view, record }: RuleInput): readonly IssueRecord[] {
  const native = new Set((record.seen.subIssues ?? []).map(({ id }) => id));
  return (record.persisted.parts ?? []).flatMap((id) => {
    const task = view.records.get(id);
    return native.has(id) && task !== undefined && isNaming(view, task, record) === false ? [task] : [];
  });
}

function change(input: RuleInput, task: IssueRecord, what: "added" | "removed"): ProposedEffect {
  const { seen } = input.record;
  const { id, number } = task.seen;
  const says = what === "added" ? "says" : "no longer says";
  return {
    slot: { type: "part", id },
    key: { type: "part", id, change: what },
    effect: { type: what === "added" ? "AddSubIssue" : "RemoveSubIssue", parentId: seen.id, childId: id },
    reason: {
      rule: makeParts.name,
      because: `The body of #${number} ${says} that it is part of #${seen.number}.`,
      ...asker(input, task),
    },
  };
}

function asker({ view, record }: RuleInput, task: IssueRecord): Pick<Reason, "actor"> {
  const user = responsibleUser(task);
  if (user === undefined) return {};
  const { id, login } = user;
  return { actor: { id, login, role: roleIn(view, record.seen.repositoryId, id) } };
}

/** Which pull requests are in the merge queue of a branch. */
import { type GitRef, refsUnder } from "../../state/git/refs.ts";
import { eventsOfIssue, type IssueEvent } from "../../state/issues/events.ts";
import { type Pull, pullByNumber } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Rule } from "../../state/rulesets.ts";
import type { State } from "../../state/state.ts";
import { rulesOn } from "../repository/branch-rules.ts";

export interface QueueEntry {
  readonly pull: Pull;
  /** From 1. */
  readonly position: number;
  /** The temporary branch, whose tip the base would become. */
  readonly group: GitRef;
}

export type QueueRule = Extract<Rule, { readonly type: "merge_queue" }>;

/** GitHub's prefix for temporary branches. */
export const temporaryBranches = "refs/heads/gh-readonly-queue/";

const everything = { offset: 0, limit: 100_000 };

/** The rule that requires a merge queue on the branch. */
export function queueRuleOn(state: State, repository: Repository, branch: string): QueueRule | undefined {
  for (const { rule } of rulesOn(state, repository, branch)) if (rule.type === "merge_queue") return rule;
  return undefined;
}

/** The entries of a branch's queue, first to be merged first. */
export function queueOn(state: State, repositoryId: number, baseRef: string): readonly QueueEntry[] {
  const prefix = `${temporaryBranches}${baseRef}/pr-`;
  const entries = refsUnder(state, repositoryId, prefix).flatMap((group) => {
    const number = Number.parseInt(group.name.slice(prefix.length), 10);
    const pull = pullByNumber(state, repositoryId, number);
    return pull?.issue.state === "open" ? { pull, group, since: additionOf(state, pull)?.id ?? 0 } : [];
  });
  return entries
    .toSorted((one, other) => one.since - other.since)
    .map(({ pull, group }, index) => ({ pull, group, position: index + 1 }));
}

export function queueEntryOf(state: State, pull: Pull): QueueEntry | undefined {
  return queueOn(state, pull.repositoryId, pull.baseRef).find((entry) => entry.pull.id === pull.id);
}

/** When and by whom it was last added to the queue. */
export function additionOf(state: State, pull: Pull): IssueEvent | undefined {
  return eventsOfIssue(state, pull.issue.id, everything).findLast(
    ({ detail }) => detail.event === "added_to_merge_queue",
  );
}

/**
 * Determines which tasks a discovery reaches: those that it names and those of its tracks. Only an open one
 * counts, and one found in a private repository is not shown in a public one.
 */
import type { Discovery } from "../../protocol/kinds/discovery.ts";
import { isLeak } from "../admission/privacy.ts";
import { isAdmitted, responsibleUser, trustOf } from "../admission/trust.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { namedRecords, repositoryOf } from "../model/view.ts";

export interface FoundDiscovery {
  readonly record: IssueRecord;
  readonly discovery: Discovery;
}

/** The discoveries that `task` should know of, oldest first. */
export function discoveriesFor({ view, context }: RuleInput, task: IssueRecord): readonly FoundDiscovery[] {
  const naming = (view.namedBy.get(task.seen.id) ?? []).flatMap((id) => view.records.get(id) ?? []);
  return naming
    .flatMap((record): readonly FoundDiscovery[] => {
      const discovery = discoveryIn(record);
      return discovery !== undefined && mayTell({ view, record, context }, task)
        ? [{ record, discovery }]
        : [];
    })
    .sort((a, b) => a.record.seen.createdAt - b.record.seen.createdAt);
}

/** Those of them that call for action. */
export function actionableFor(input: RuleInput, task: IssueRecord): readonly FoundDiscovery[] {
  return discoveriesFor(input, task).filter(({ discovery }) => discovery.actionNeeded !== "none");
}

/** The tasks that this discovery reaches. */
function tasksReached(input: RuleInput): readonly IssueRecord[] {
  const { view, record } = input;
  if (discoveryIn(record) === undefined) return [];
  return namedRecords(view, record)
    .filter(({ reading }) => reading.kind === "task")
    .filter((task) => mayTell(input, task));
}

/** Those of them that are open, and so show it. */
export function openTasksReached(input: RuleInput): readonly IssueRecord[] {
  return tasksReached(input).filter(({ seen }) => seen.issueState.state === "open");
}

/** Whether a discovery that calls for no action was shown, and each task that showed it is closed. */
export function isDiscoveryAnnounced(input: RuleInput): boolean {
  const { record } = input;
  if (discoveryIn(record)?.actionNeeded !== "none" || record.persisted.told.length === 0) return false;
  return isAdmitted(record) && openTasksReached(input).length === 0;
}

function discoveryIn({ reading }: IssueRecord): Discovery | undefined {
  const message = reading.kind === "discovery" ? reading.message : undefined;
  return message?.kind === "discovery" ? message : undefined;
}

function mayTell({ view, record, context }: RuleInput, task: IssueRecord): boolean {
  if (!isAdmitted(record) || record.seen.issueState.state === "closed") return false;
  const [from, to] = [repositoryOf(view, record), repositoryOf(view, task)];
  if (from === undefined || to === undefined) return false;
  if (from.id === to.id) return true;
  return !isLeak(from, to) && trustOf(view, to.id, responsibleUser(record), context) === "trusted";
}

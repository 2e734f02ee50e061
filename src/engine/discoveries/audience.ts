/**
 * Determines which tasks a discovery reaches: those that it names and those of its tracks. Only an open one
 * counts, and one found in a private repository is not shown in a public one.
 */
import type { Millis } from "../../base/clock.ts";
import type { Discovery } from "../../protocol/kinds/discovery.ts";
import { isLeak } from "../admission/privacy.ts";
import { isAdmitted, responsibleUser, trustOf } from "../admission/trust.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { namedRecords, recordsThatName, repositoryOf } from "../model/view.ts";

export interface FoundDiscovery {
  readonly record: IssueRecord;
  readonly discovery: Discovery;
}

/** The discoveries that `task` should know of, oldest first. */
export function discoveriesFor({ view, context }: RuleInput, task: IssueRecord): readonly FoundDiscovery[] {
  const naming = recordsThatName(view, task.seen.id);
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

/**
 * Whether a discovery that calls for no action has served its purpose: each task that showed it is closed, or
 * everyone had time to read it.
 */
export function isDiscoveryAnnounced(input: RuleInput): boolean {
  const { record, context } = input;
  if (discoveryIn(record)?.actionNeeded !== "none" || !isAdmitted(record)) return false;
  const end = announcementEnd(record);
  const isRead = end === undefined ? record.persisted.told.length > 0 : end <= context.now;
  return isRead && openTasksReached(input).length === 0;
}

/** How long a discovery for everyone stays open. */
const announcedMs = 7 * 24 * 60 * 60_000;

/** Until when a discovery for everyone that calls for no action is kept open; undefined for any other. */
export function announcementEnd(record: IssueRecord): Millis | undefined {
  const discovery = discoveryIn(record);
  const isForAll = discovery?.relevantTo.isForEveryone === true && discovery.actionNeeded === "none";
  return isForAll ? record.seen.createdAt + announcedMs : undefined;
}

function discoveryIn({ reading }: IssueRecord): Discovery | undefined {
  const message = reading.kind === "discovery" ? reading.message : undefined;
  return message?.kind === "discovery" ? message : undefined;
}

function mayTell({ view, record, context }: RuleInput, task: IssueRecord): boolean {
  if (!isAdmitted(record) || record.seen.issueState.state === "closed") return false;
  const from = repositoryOf(view, record);
  const to = repositoryOf(view, task);
  if (from === undefined || to === undefined) return false;
  if (from.id === to.id) return true;
  return !isLeak(from, to) && trustOf(view, to.id, responsibleUser(record), context) === "trusted";
}

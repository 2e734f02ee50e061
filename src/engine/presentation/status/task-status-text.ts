/** Builds the status of a task: its state, what blocks it, what was resolved, what was found elsewhere. */
import { toMinuteUtc } from "../../../base/clock.ts";
import { formatRef, parseRefs } from "../../../protocol/references/ref.ts";
import type { AskedLine, BlockerLine, DiscoveryLine, HandoverLine } from "../../../protocol/text/lines.ts";
import type { TaskStatusData } from "../../../protocol/text/status.ts";
import { hiddenIssue } from "../../admission/privacy.ts";
import type { Blocker, BlockerVerdict } from "../../blocking/blocker.ts";
import { stateInWords } from "../../blocking/blocking-reasons.ts";
import { originalFor } from "../../blocking/dependencies/duplicates.ts";
import { removedEdges, unnamedEdges } from "../../blocking/dependencies/edges-shown.ts";
import { nameRemoved } from "../../blocking/dependencies/removed-dependency.ts";
import { type TaskState, taskState } from "../../blocking/task-state.ts";
import { discoveriesFor } from "../../discoveries/audience.ts";
import { openEscalationLines } from "../../escalations/open-escalation-lines.ts";
import { removalsInDoubt } from "../../freeing/doubts.ts";
import { handoverIn, openHandovers, unfinishedHandovers } from "../../handovers/handovers.ts";
import { nameOf } from "../../leases/holder.ts";
import type { NodeId } from "../../model/fact.ts";
import { edgesIn } from "../../model/names.ts";
import { behindPull } from "../../model/pulls.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf, repositoryOf } from "../../model/view.ts";
import { currentStart } from "../../starts/start.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../../wording/status-parts.ts";
import { statusLockLines } from "./lock-lines.ts";

export function taskStatusText(input: RuleInput): StatusText {
  const { view, record } = input;
  const state = taskState(view, record);
  const isClosed = record.seen.issueState.state === "closed";
  const data: TaskStatusData = {
    status: isClosed ? "closed" : state.status,
    ending: record.seen.issueState.state === "closed" ? record.seen.issueState.reason : undefined,
    warned: state.warned,
    inTheWay: isClosed
      ? []
      : state.unresolved.filter(({ verdict }) => verdict !== "unread").map((each) => line(input, each)),
    settled: state.blockers.filter(({ verdict }) => verdict === "settled").map((each) => line(input, each)),
    ring: isClosed ? [] : ringNames(input, state.cycle ?? []),
    asksPerson: !isClosed && state.unresolved.some(({ verdict }) => undecided.includes(verdict)),
    isSetAside: record.persisted.lapses?.isSetAside,
    escalations: isClosed ? [] : openEscalationLines(input, record.seen.id),
    unblocks: state.unresolved
      .filter(({ verdict, name }) => undecided.includes(verdict) && parseRefs(name).length === 1)
      .map(({ name }) => `/unblock ${name}`),
    assignees: record.seen.assignees.map(({ login }) => login),
    holder: heldBy(record),
    offered: isClosed ? undefined : offeredTo(record),
    ...(isClosed ? {} : statusLockLines(input)),
    start: `signalbox brief ${record.seen.number}`,
    removed: removedEdges(input),
    putBack: isClosed ? [] : putBack(input),
    unnamed: isClosed ? [] : unnamedEdges(input),
    throughPulls: isClosed ? [] : throughPulls(input),
    throughDuplicates: isClosed ? [] : throughDuplicates(input),
    edgesAreText: record.seen.lacksEdges === true && state.blockers.length > 0,
    discoveries: isClosed ? [] : discoveries(input),
    inReview: isClosed ? [] : openHandovers(view, record).map((each) => handoverLine(input, each)),
    unfinished: isClosed
      ? []
      : unfinishedHandovers(view, record)
          .slice(-unfinishedListed)
          .map((each) => handoverLine(input, each)),
    ...statusEnding(input),
  };
  const isAssigned = record.seen.assignees.length > 0;
  return { text: { name: "status-task", data }, isNews: isNews(data, state, isAssigned) };
}

function heldBy({ persisted: { lease } }: IssueRecord): TaskStatusData["holder"] {
  return lease && { name: nameOf(lease.holder), since: toMinuteUtc(lease.since) };
}

function offeredTo({ persisted }: IssueRecord): TaskStatusData["offered"] {
  const start = currentStart(persisted);
  return start === undefined || start.isTaken === true
    ? undefined
    : { agent: start.agent, since: toMinuteUtc(start.at) };
}

/** Blockers whose state GitHub's own page does not show: closed or lost, and still blocking. */
const unseen: readonly BlockerVerdict[] = [
  "unanswered",
  "edited",
  "disputed",
  "unlinked",
  "dead",
  "lost",
  "unknown",
];

/**
 * The label says that it is blocked, and GitHub's own "blocked by" names what is open. The unblock notice
 * contains what was resolved. Findings from elsewhere are news for assignees; others read them in the brief.
 */
function isNews(data: TaskStatusData, { unresolved }: TaskState, isAssigned: boolean): boolean {
  if (data.status === "closed") return isTroubled(data) || data.removed.length > 0;
  return (
    unresolved.some(({ verdict, name }) => unseen.includes(verdict) || name === hiddenIssue.name) ||
    (isAssigned && data.discoveries.length > 0) ||
    [
      data.ring,
      data.unfinished,
      data.removed,
      data.putBack ?? [],
      data.unnamed,
      data.throughPulls,
      data.pathWaits ?? [],
    ].some(({ length }) => length > 0) ||
    (data.unreadableFiles ?? []).length > 0 ||
    data.warned ||
    data.edgesAreText ||
    isTroubled(data)
  );
}

/**
 * Blockers that ended unresolved or cannot be read: a person says whether the task continues without them.
 */
const undecided: readonly BlockerVerdict[] = ["disputed", "unlinked", "dead", "lost", "unknown"];

function line(input: RuleInput, blocker: Blocker): BlockerLine {
  const { name, title, decision, because, whole, doubtedBecause } = blocker;
  const why = doubtedBecause === undefined ? {} : { why: doubtedBecause };
  const asked = askedOf(input, blocker);
  return { name, title, state: stateInWords(blocker), decision, because, whole, asked, ...why };
}

/**
 * Only for a question whose text names the task: escalations about other blockers are not always in the view.
 */
function askedOf(input: RuleInput, { id = "", verdict }: Blocker): AskedLine | undefined {
  const isNaming = input.view.namedBy.get(input.record.seen.id)?.includes(id) === true;
  return isNaming && verdict !== "settled" ? openEscalationLines(input, id)[0] : undefined;
}

function throughPulls(input: RuleInput): TaskStatusData["throughPulls"] {
  const { view, record } = input;
  const home = repositoryOf(view, record);
  if (home === undefined) return [];
  return edgesIn(record.reading).flatMap((ref) => {
    const issue = recordOf(view, record, ref);
    const isThrough = issue !== undefined && issue !== record && behindPull(record, home, ref) !== undefined;
    return isThrough ? { pull: formatRef(ref), issue: issueNameById(input, issue.seen.id) } : [];
  });
}

function throughDuplicates(input: RuleInput): TaskStatusData["throughDuplicates"] {
  const { view, record } = input;
  return edgesIn(record.reading).flatMap((ref) => {
    const named = recordOf(view, record, ref);
    const original = named && originalFor(view, record, named);
    if (named === undefined || original?.type !== "known") return [];
    const { id } = original.record.seen;
    return { duplicate: issueNameById(input, named.seen.id), original: issueNameById(input, id) };
  });
}

function putBack(input: RuleInput): TaskStatusData["putBack"] {
  return removalsInDoubt(input.record)
    .filter(({ isUnknown }) => isUnknown !== true)
    .map(({ of, by, because: why }) => {
      const name = nameRemoved(input, of);
      return { name, by, why, command: parseRefs(name).length === 1 ? `/unblock ${name}` : undefined };
    });
}

/** How many discoveries a comment lists. */
const discoveriesListed = 30;

function discoveries(input: RuleInput): readonly DiscoveryLine[] {
  return discoveriesFor(input, input.record)
    .slice(-discoveriesListed)
    .map(({ record: { seen }, discovery: { actionNeeded } }) => ({
      name: issueNameById(input, seen.id),
      title: seen.title,
      action: actionNeeded,
    }));
}

/** How many handovers that left something to do a comment lists: the newest are the most relevant. */
const unfinishedListed = 3;

function handoverLine(input: RuleInput, record: IssueRecord): HandoverLine {
  const handover = handoverIn(record);
  const nextSteps = handover?.status === "complete" ? undefined : handover?.nextSteps;
  return { name: issueNameById(input, record.seen.id), outcome: handover?.status ?? "", nextSteps };
}

/** How many members of a dependency cycle a comment names. */
const ringNamed = 20;

function ringNames(input: RuleInput, ring: readonly NodeId[]): readonly string[] {
  const names = ring.slice(0, ringNamed).map((id) => issueNameById(input, id));
  return ring.length > ringNamed ? [...names, `${ring.length - ringNamed} more`] : names;
}

/** Builds the status of a task: its state, what blocks it, what was resolved, what was found elsewhere. */
import { formatRef, parseRefs } from "../../protocol/ref.ts";
import type { AskedLine, BlockerLine, DiscoveryLine, HandoverLine } from "../../protocol/text/lines.ts";
import type { TaskStatusData } from "../../protocol/text/status.ts";
import { untold } from "../admission/privacy.ts";
import type { Blocker, BlockerVerdict } from "../blocking/blockers.ts";
import { removedEdges, unnamedEdges } from "../blocking/edges-shown.ts";
import { stateInWords } from "../blocking/in-the-way.ts";
import { originalFor } from "../blocking/originals.ts";
import { type TaskStanding, taskStanding } from "../blocking/task-status.ts";
import { discoveriesFor } from "../discoveries/audience.ts";
import { handoverIn, openHandovers, unfinished } from "../handovers/handovers.ts";
import type { NodeId } from "../model/fact.ts";
import { namedIn } from "../model/names.ts";
import { behindPull } from "../model/pulls.ts";
import type { Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, repositoryOf } from "../model/view.ts";
import { nameOfId } from "../wording/issue-name.ts";
import { endingOf, isTroubled, type StatusText } from "../wording/status-parts.ts";
import { askedAbout } from "./asked.ts";

export function ofTask(situation: Situation): StatusText {
  const { view, record } = situation;
  const standing = taskStanding(view, record);
  const isClosed = record.seen.standing.state === "closed";
  const data: TaskStatusData = {
    status: isClosed ? "closed" : standing.status,
    ending: record.seen.standing.state === "closed" ? record.seen.standing.reason : undefined,
    warned: standing.warned,
    inTheWay: isClosed
      ? []
      : standing.inTheWay.filter(({ verdict }) => verdict !== "unread").map((each) => line(situation, each)),
    settled: standing.blockers
      .filter(({ verdict }) => verdict === "settled")
      .map((each) => line(situation, each)),
    ring: isClosed ? [] : ringNames(situation, standing.ring ?? []),
    asksPerson: !isClosed && standing.inTheWay.some(({ verdict }) => undecided.includes(verdict)),
    escalations: isClosed ? [] : askedAbout(situation, record.seen.id),
    unblocks: standing.inTheWay
      .filter(({ verdict, name }) => undecided.includes(verdict) && parseRefs(name).length === 1)
      .map(({ name }) => `/unblock ${name}`),
    assignees: record.seen.assignees.map(({ login }) => login),
    start: `signalbox brief ${record.seen.number}`,
    removed: removedEdges(situation),
    unnamed: isClosed ? [] : unnamedEdges(situation),
    throughPulls: isClosed ? [] : throughPulls(situation),
    throughDuplicates: isClosed ? [] : throughDuplicates(situation),
    edgesAreText: record.seen.lacksEdges === true && standing.blockers.length > 0,
    discoveries: isClosed ? [] : discoveries(situation),
    inReview: isClosed ? [] : openHandovers(view, record).map((each) => handed(situation, each)),
    unfinished: isClosed
      ? []
      : unfinished(view, record)
          .slice(-unfinishedListed)
          .map((each) => handed(situation, each)),
    ...endingOf(situation),
  };
  const isAssigned = record.seen.assignees.length > 0;
  return { text: { name: "status-task", data }, isNews: isNews(data, standing, isAssigned) };
}

/** Blockers whose state GitHub's own page does not show: closed or lost, and still blocking. */
const unseen: readonly BlockerVerdict[] = ["unanswered", "dead", "lost", "unknown"];

/**
 * The label says that it is blocked, and GitHub's own "blocked by" names what is open. The unblock notice
 * contains what was resolved. Findings from elsewhere are news for assignees; others read them in the brief.
 */
function isNews(data: TaskStatusData, { inTheWay }: TaskStanding, isAssigned: boolean): boolean {
  if (data.status === "closed") return isTroubled(data) || data.removed.length > 0;
  return (
    inTheWay.some(({ verdict, name }) => unseen.includes(verdict) || name === untold.name) ||
    (isAssigned && data.discoveries.length > 0) ||
    [data.ring, data.unfinished, data.removed, data.unnamed, data.throughPulls].some(
      ({ length }) => length > 0,
    ) ||
    data.warned ||
    data.edgesAreText ||
    isTroubled(data)
  );
}

/**
 * Blockers that ended unresolved or cannot be read: a person says whether the task continues without them.
 */
const undecided: readonly BlockerVerdict[] = ["dead", "lost", "unknown"];

function line(situation: Situation, blocker: Blocker): BlockerLine {
  const { name, title, decision, because, whole } = blocker;
  const asked = askedOf(situation, blocker);
  return { name, title, state: stateInWords(blocker), decision, because, whole, asked };
}

/**
 * Only for a question whose text names the task: escalations about other blockers are not always in the view.
 */
function askedOf(situation: Situation, { id = "", verdict }: Blocker): AskedLine | undefined {
  const isNaming = situation.view.namedBy.get(situation.record.seen.id)?.includes(id) === true;
  return isNaming && verdict !== "settled" ? askedAbout(situation, id)[0] : undefined;
}

function throughPulls(situation: Situation): TaskStatusData["throughPulls"] {
  const { view, record } = situation;
  const home = repositoryOf(view, record);
  if (home === undefined) return [];
  return namedIn(record.reading).flatMap((ref) => {
    const issue = recordOf(view, record, ref);
    const isThrough = issue !== undefined && issue !== record && behindPull(record, home, ref) !== undefined;
    return isThrough ? { pull: formatRef(ref), issue: nameOfId(situation, issue.seen.id) } : [];
  });
}

function throughDuplicates(situation: Situation): TaskStatusData["throughDuplicates"] {
  const { view, record } = situation;
  return namedIn(record.reading).flatMap((ref) => {
    const named = recordOf(view, record, ref);
    const original = named && originalFor(view, record, named);
    if (named === undefined || original?.is !== "known") return [];
    const { id } = original.record.seen;
    return { duplicate: nameOfId(situation, named.seen.id), original: nameOfId(situation, id) };
  });
}

/** How many discoveries a comment lists. */
const discoveriesListed = 30;

function discoveries(situation: Situation): readonly DiscoveryLine[] {
  return discoveriesFor(situation, situation.record)
    .slice(-discoveriesListed)
    .map(({ record: { seen }, discovery: { actionNeeded } }) => ({
      name: nameOfId(situation, seen.id),
      title: seen.title,
      action: actionNeeded,
    }));
}

/** How many handovers that left something to do a comment lists: the newest are the most relevant. */
const unfinishedListed = 3;

function handed(situation: Situation, record: IssueRecord): HandoverLine {
  const handover = handoverIn(record);
  const nextSteps = handover?.status === "complete" ? undefined : handover?.nextSteps;
  return { name: nameOfId(situation, record.seen.id), outcome: handover?.status ?? "", nextSteps };
}

/** How many members of a dependency cycle a comment names. */
const ringNamed = 20;

function ringNames(situation: Situation, ring: readonly NodeId[]): readonly string[] {
  const names = ring.slice(0, ringNamed).map((id) => nameOfId(situation, id));
  return ring.length > ringNamed ? [...names, `${ring.length - ringNamed} more`] : names;
}

/**
 * Computes what blocks a task. GitHub's dependencies are authoritative; text counts only until its dependency
 * has been created. Anything unknown blocks: never treat an unknown blocker as absent.
 */

import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { hiddenIssue, mayShow } from "../admission/privacy.ts";
import { shownTitle } from "../admission/shown-title.ts";
import { isAdmitted } from "../admission/trust.ts";
import { visibilityMs } from "../fold/seen-record.ts";
import { closingInDoubt, removalsInDoubt } from "../freeing/doubts.ts";
import { nameUnreadable, unseenBlocker, unseenName } from "../freeing/unseen-blocker.ts";
import { handedBlockers } from "../handovers/handed-blockers.ts";
import { isHalfLanded } from "../handovers/landing/landing-state.ts";
import { blocksTasks, hadOutcome, isEditedAgreement, isWithdrawn } from "../messages/outcome.ts";
import type { IssueState, LinkedIssue, NodeId } from "../model/fact.ts";
import type { Doubt } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { keyFrom, recordOf, recordsThatName, type View } from "../model/view.ts";
import { decisionData } from "../wording/decision-data.ts";
import { issueName } from "../wording/issue-name.ts";
import { type Blocker, type BlockerVerdict, isUnresolved } from "./blocker.ts";
import { effectiveBlocker, originalBehind, originalFor } from "./dependencies/duplicates.ts";
import { canRestore, removedLink } from "./dependencies/removed-dependency.ts";
import { isNamedByTrack, isSpared } from "./dependencies/spared.ts";

/** All blockers of `task`: dependencies, those in texts that are not created yet, lost and unreadable ones. */
export function blockersOf(view: View, task: IssueRecord): readonly Blocker[] {
  const ends = task.seen.blockedBy.issues
    .filter(({ id }) => !isSpace(view.records.get(id)))
    .map((link) => [link, originalBehind(view, task, link)] as const);
  const moving = ends.flatMap(([, original]) => (original.type === "known" ? original.record : []));
  const native = ends.flatMap(([link, { type }]) =>
    type === "known" ? [] : fromLink(view, task, link, type === "unread"),
  );
  const removed = removalsInDoubt(task).map((doubt) => removedBlocker(view, task, doubt));
  const unlinked = removed.filter(({ id }) => !native.some((blocker) => blocker.id === id));
  const known = new Set([...native, ...unlinked].map((blocker) => blocker.id));
  const pending = [...new Set([...moving, ...pendingBlockers(view, task)])]
    .filter((record) => !known.has(record.seen.id))
    .map((record) => fromRecord(view, task, record));
  const released = withdrawnQuestions(view, task)
    .filter((record) => !known.has(record.seen.id))
    .map((record) => fromRecord(view, task, record));
  return [
    ...native,
    ...unlinked,
    ...pending,
    ...released,
    ...unfoundBlockers(view, task),
    ...lostOrUnreadable(task),
  ].toSorted(inOrder);
}

/** Blocks as if its dependency was there: it is put back, or else a person is asked. */
function removedBlocker(view: View, task: IssueRecord, doubt: Doubt): Blocker {
  const blocker = withoutDependency(view, task, doubt);
  const isBeingPutBack = doubt.isUnknown === true || canRestore(view, task, doubt);
  if (isBeingPutBack || !isUnresolved(blocker.verdict)) return blocker;
  return { ...blocker, verdict: "unlinked", ...byWhom(doubt), closedAt: doubt.at };
}

function withoutDependency(view: View, task: IssueRecord, { of }: Doubt): Blocker {
  const record = view.records.get(of);
  if (record !== undefined) return fromRecord(view, task, effectiveBlocker(view, task, record));
  const link = removedLink(task, of);
  if (link !== undefined) return fromLink(view, task, link, false);
  const unnamed = { ...nobody, verdict: "open", name: unseenName } as const;
  return of === unseenBlocker ? { ...unnamed, isUnseen: true } : { ...unnamed, id: of };
}

/** Dependencies come in the order in which they were created. */
function inOrder(a: Blocker, b: Blocker): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
}

/** Withdrawn questions: they do not block, but their withdrawal identifies the unblocking. */
function withdrawnQuestions(view: View, task: IssueRecord): readonly IssueRecord[] {
  const naming = recordsThatName(view, task.seen.id);
  return naming.filter(
    (record) => blocksTasks(record) && isWithdrawn(record) && !isNamedByTrack(view, record, task),
  );
}

/** Issues that a text names as blockers of `task` and whose dependency GitHub may not show yet. */
function pendingBlockers(view: View, task: IssueRecord): readonly IssueRecord[] {
  const naming = recordsThatName(view, task.seen.id);
  const declaring = naming
    .filter((record) => isDeclaring(record) && !isSpared(view, record, task))
    .filter((record) => awaitsEdge(record, task.seen.id, task.readAt))
    .map((record) => effectiveBlocker(view, task, record))
    .filter((record) => !isWaived(task, record.seen.id));
  const own = isAdmitted(task) ? namedBlockers(view, task) : [];
  const handed = handedBlockers(view, task).map(({ blocker }) => blocker);
  const made = [...new Set([...own, ...handed])].map((record) => effectiveBlocker(view, task, record));
  return [...declaring, ...made.filter((blocker) => awaitsEdge(task, blocker.seen.id, task.readAt))];
}

/** Where GitHub keeps no dependencies, a removal is recorded on the task. */
function isWaived({ seen, persisted }: IssueRecord, id: NodeId): boolean {
  return seen.lacksEdges === true && persisted.edges.includes(id);
}

function isDeclaring(record: IssueRecord): boolean {
  return blocksTasks(record) && isAdmitted(record) && !isTakenBack(record);
}

/**
 * Text creates its dependency once. True if it was not created yet, or so recently that a read of the other
 * end, begun at `readAt`, may not show it.
 */
function awaitsEdge(declaring: IssueRecord, otherId: NodeId, readAt: Millis): boolean {
  const madeAt = declaring.edgeMadeAt[otherId];
  if (madeAt !== undefined) return readAt - madeAt < visibilityMs;
  return (
    !declaring.persisted.edges.includes(otherId) || (declaring.readAt >= readAt && shows(declaring, otherId))
  );
}

/** If two reads disagree about a dependency, the newer one counts: it may have been created between them. */
function shows({ seen }: IssueRecord, otherId: NodeId): boolean {
  return seen.blocking.issues.some(({ id }) => id === otherId);
}

/** The blockers that a task's own text names and that are in the snapshot. */
function namedBlockers(view: View, task: IssueRecord): readonly IssueRecord[] {
  const message = task.reading.kind === "task" ? task.reading.message : undefined;
  if (message?.kind !== "task") return [];
  return message.blockedBy
    .flatMap((ref) => recordOf(view, task, ref) ?? [])
    .filter((named) => named.seen.id !== task.seen.id && !isSpace(named));
}

/** A space blocks nothing, whatever a text or GitHub's dependencies say. */
function isSpace(record: IssueRecord | undefined): boolean {
  return record?.reading.kind === "space";
}

/**
 * Issues that a task's text names and that cannot be found: unknown, and so blocking until the text is fixed.
 * A text that cannot be parsed at all blocks as such, as an unclosed fence may have swallowed a blocker. Only
 * text that has not created its dependencies counts; from then on GitHub's dependencies are authoritative.
 */
function unfoundBlockers(view: View, task: IssueRecord): readonly Blocker[] {
  if (task.reading.kind !== "task" || !isAdmitted(task)) return [];
  const { message } = task.reading;
  if (message?.kind !== "task") return [{ ...nobody, verdict: "unread", name: "its own body" }];
  const unfound = message.blockedBy.filter((ref) => {
    const record = recordOf(view, task, ref);
    if (task.persisted.waived.includes(keyFrom(view, task, ref))) return false;
    return record === undefined || record.seen.id === task.seen.id;
  });
  return unfound.map((ref) => ({ ...nobody, verdict: "unknown", name: formatRef(ref) }));
}

/**
 * That a blocker is closed is taken from the task's own fresh read only; that it was reopened, from any newer
 * read.
 * @param isUnread whether it is a duplicate whose original is still to be read
 */
function fromLink(view: View, task: IssueRecord, link: LinkedIssue, isUnread: boolean): Blocker {
  const record = view.records.get(link.id);
  const reopened = record?.seen.issueState.state === "open" && record.readAt > task.readAt;
  const issueState = reopened ? record.seen.issueState : link.issueState;
  return {
    verdict: isUnread && !reopened ? "open" : verdictOf(view, issueState, record),
    ...disputed(task, link.id, issueState),
    id: link.id,
    name: issueName(task, link),
    title: record === undefined ? link.title : shownTitle(record),
    closedAt: link.closedAt,
    decision: undefined,
    ...decisionData(view, task, record),
    ...(mayShow(view, task, link) ? {} : hiddenIssue),
  };
}

function fromRecord(view: View, task: IssueRecord, record: IssueRecord): Blocker {
  const there = view.repositories.get(record.seen.repositoryId);
  const { id, number, closedAt, issueState } = record.seen;
  const place = {
    owner: there?.owner ?? "",
    repo: there?.name ?? "",
    number,
    repositoryId: record.seen.repositoryId,
  };
  const isUnconfirmed = issueState.state === "closed" && closedAt === undefined;
  const isUnread = originalFor(view, task, record).type === "unread";
  const verdict = isUnconfirmed || isUnread ? "open" : verdictOf(view, issueState, record);
  const details = mayShow(view, task, place)
    ? {
        name: issueName(task, place),
        title: shownTitle(record),
        decision: undefined,
        ...decisionData(view, task, record),
      }
    : hiddenIssue;
  return { verdict, ...disputed(task, id, issueState), id, closedAt, ...details };
}

function disputed(
  task: IssueRecord,
  id: NodeId,
  { state }: IssueState,
): Partial<Pick<Blocker, "verdict" | "doubted" | "doubtedBecause">> {
  const doubt = state === "closed" ? closingInDoubt(task, id) : undefined;
  if (doubt === undefined) return {};
  return doubt.isUnknown === true ? { verdict: "open" } : { verdict: "disputed", ...byWhom(doubt) };
}

function byWhom({ by, because }: Doubt): Pick<Blocker, "doubted" | "doubtedBecause"> {
  return { doubted: by, doubtedBecause: because };
}

function verdictOf(view: View, issueState: IssueState, record: IssueRecord | undefined): BlockerVerdict {
  if (issueState.state === "open") return issueState.reopened ? "reopened" : "open";
  switch (issueState.reason) {
    case "completed":
      // GitHub closes a task with its own pull request; what lands together with it may still be missing.
      if (record !== undefined && isHalfLanded(view, record)) return "open";
      if (record !== undefined && isEditedAgreement(record)) return "edited";
      return isUnanswered(record) ? "unanswered" : "settled";
    case "not_planned":
      return isTakenBack(record) ? "withdrawn" : "dead";
    case "duplicate":
      return "dead";
    default:
      return unreachable(issueState.reason);
  }
}

function isUnanswered(record: IssueRecord | undefined): boolean {
  return record !== undefined && blocksTasks(record) && !hadOutcome(record);
}

function isTakenBack(record: IssueRecord | undefined): boolean {
  return record !== undefined && isWithdrawn(record);
}

/** A blocker of which only the name is known. */
const nobody = { id: undefined, title: "", closedAt: undefined, decision: undefined };

function lostOrUnreadable(task: IssueRecord): readonly Blocker[] {
  const lost = task.persisted.lost.map((name): Blocker => ({ ...nobody, verdict: "lost", name }));
  const { unreadable, complete } = task.seen.blockedBy;
  const unknown = { ...nobody, verdict: "unknown" } as const;
  const hidden: Blocker = { ...unknown, name: nameUnreadable(unreadable), isUnseen: true };
  const unread: Blocker = { ...unknown, name: "more that could not be read yet" };
  return [...lost, ...(unreadable > 0 ? [hidden] : []), ...(complete ? [] : [unread])];
}

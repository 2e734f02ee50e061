/**
 * Computes the state of a handover and its effect on its task. Only its acceptance is persisted, with the
 * body and commit that it was for; the verdict is always computed again.
 */

import { isCalledAfter } from "../../handover/branch-name.ts";
import { codeSpan, type Reference } from "../../handover/check.ts";
import { isLargeChange } from "../../handover/checks/size.ts";
import { withConfirmed } from "../../handover/confirmed-results.ts";
import { isOfStranger } from "../../handover/evidence.ts";
import { type HandoverVerdict, refusedInSpite, verdictOn } from "../../handover/verdict.ts";
import type { Handover } from "../../protocol/kinds/handover.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { type AuthorityContext, isAdmitted } from "../admission/trust.ts";
import { currentText, type TextVersion } from "../matters/text-version.ts";
import { refsBySection } from "../model/names.ts";
import type { MergeDecision, Settled } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { keyFrom, recordOf, recordsThatName, type View } from "../model/view.ts";
import { compareWords } from "../model/word-order.ts";
import { confirmationsIn } from "./confirmations.ts";
import { fencedBy } from "./fence.ts";

export function handoverIn({ reading }: IssueRecord): Handover | undefined {
  const message = reading.kind === "handover" ? reading.message : undefined;
  return message?.kind === "handover" ? message : undefined;
}

export type HandoverState =
  /**
   * Its body cannot be parsed, no trusted user is responsible for it, or its evidence has not been read yet.
   */
  | { readonly type: "waiting" }
  | { readonly type: "judged"; readonly verdict: HandoverVerdict }
  /** The verdict is undefined if the evidence was not read. */
  | { readonly type: "accepted"; readonly settled: Settled; readonly verdict: HandoverVerdict | undefined }
  /** Closed without having been accepted. */
  | { readonly type: "withdrawn" };

/** What the state follows from: of the context, only who may have effects. */
type Around = Pick<RuleInput, "view" | "record"> & { readonly context: AuthorityContext };

export function handoverState(input: Around): HandoverState {
  const { record } = input;
  const settled = currentAcceptance(record);
  if (settled !== undefined) return { type: "accepted", settled, verdict: verdictAbout(input) };
  if (record.seen.issueState.state === "closed") return { type: "withdrawn" };
  const verdict = verdictAbout(input);
  return verdict === undefined ? { type: "waiting" } : { type: "judged", verdict };
}

/** The verdict on its current text and evidence. */
export function verdictAbout({ view, record, context }: Around): HandoverVerdict | undefined {
  const handover = handoverIn(record);
  const { evidence } = record;
  if (handover === undefined || evidence === undefined || !isAdmitted(record)) return undefined;
  const { handovers: policy, invariants } = context.settings;
  const task = recordOf(view, record, handover.completes);
  const confirmations = confirmationsIn(view, { handover: record, task }, context);
  const verdict = verdictOn({
    number: record.seen.number,
    handover,
    evidence: withConfirmed(evidence, confirmations),
    references: referencesIn(view, record),
    completedInstead: completedInstead(view, record),
    fenced: fencedBy(view, record, task, context),
    forkHeldAt: forkHeldAt(record),
    policy,
    invariants,
  });
  const decision = mergeDecisionOn(record, evidence.pullRequest?.headSha);
  return decision?.choice === "refuse" ? refusedInSpite(verdict, sentenceOf(decision)) : verdict;
}

function sentenceOf({ by, because, escalation }: MergeDecision): string {
  const why = because === "" ? "" : `: ${codeSpan(because)}`;
  return `${codeSpan(by.login)} refused it in ${codeSpan(`#${escalation}`)}${why}.`;
}

/** A person's decision about merging `commit`; undefined if the handover has been edited since. */
export function mergeDecisionOn(
  { seen, persisted }: IssueRecord,
  commit?: string,
): MergeDecision | undefined {
  const { merging } = persisted;
  return merging?.text === seen.textHash && merging.commit === commit ? merging : undefined;
}

/** The commit at which the fork of a user without write access is pinned; undefined after an edit. */
function forkHeldAt({ seen, persisted, evidence }: IssueRecord): string | undefined {
  const { fork } = persisted;
  const isOfIt = fork?.body === seen.bodyHash && fork.number === evidence?.pullRequest?.number;
  return isOfIt ? fork.commit : undefined;
}

/** Whether the fork of a user without write access was pushed to since the handover was admitted. */
export function hasForkMoved(record: IssueRecord): boolean {
  const pull = record.evidence?.pullRequest;
  const commit = forkHeldAt(record);
  return pull !== undefined && isOfStranger(pull) && commit !== undefined && commit !== pull.headSha;
}

function referencesIn(view: View, record: IssueRecord): readonly Reference[] {
  return refsBySection(record.reading).map(({ ref, section, kind }) => {
    const named = recordOf(view, record, ref);
    return {
      name: formatRef(ref),
      section,
      expected: kind,
      found: named === undefined ? undefined : (named.reading.kind ?? "none"),
    };
  });
}

/**
 * The other tasks that its pull request was handed over for, while its text does not name this one: those
 * that it names, and those of older handovers. Withdrawn and unfinished handovers do not count.
 */
function completedInstead(view: View, record: IssueRecord): readonly string[] {
  const task = taskCompleted(record);
  const named = record.evidence?.pullRequest?.named;
  if (task === undefined || named === undefined || isNamedByPull(view, record, task)) return [];
  const others = [...view.records.values()].flatMap((each) => {
    const theirs = taskCompleted(each);
    if (theirs === undefined || !isOfSamePull(record, each) || !isAdmitted(each)) return [];
    if (each.seen.issueState.state === "closed" && currentAcceptance(each) === undefined) return [];
    if (taskId(view, each, theirs) === taskId(view, record, task)) return [];
    const isFirst = each.seen.number < record.seen.number;
    return isFirst || isNamedByPull(view, each, theirs) ? formatRef(theirs) : [];
  });
  return [...new Set(others)];
}

function taskCompleted(record: IssueRecord): Ref | undefined {
  const handover = handoverIn(record);
  return handover?.status === "complete" ? handover.completes : undefined;
}

function isOfSamePull(a: IssueRecord, b: IssueRecord): boolean {
  const number = a.evidence?.pullRequest?.number;
  return a.seen.repositoryId === b.seen.repositoryId && b.evidence?.pullRequest?.number === number;
}

function taskId(view: View, record: IssueRecord, task: Ref): string {
  return recordOf(view, record, task)?.seen.id ?? keyFrom(view, record, task);
}

function isNamedByPull(view: View, record: IssueRecord, task: Ref): boolean {
  const { named = [], headRef = "" } = record.evidence?.pullRequest ?? {};
  const isHere = keyFrom(view, record, task) === keyFrom(view, record, { number: task.number });
  return named.includes(keyFrom(view, record, task)) || (isHere && isCalledAfter(headRef, task.number));
}

type Work = Pick<Settled, "commit" | "base"> & { readonly version: TextVersion };

/** The work it hands over: its current text, head commit and base branch. */
export function workOf(record: IssueRecord): Work {
  const pull = record.evidence?.pullRequest;
  return {
    version: currentText(record),
    ...(pull === undefined ? {} : { commit: pull.headSha, base: pull.baseRef }),
  };
}

/** What is recorded of an acceptance now: the work, and whether it is a large change. */
export function settledWork(
  record: IssueRecord,
  { handovers }: Settings,
): Work & Pick<Settled, "isLarge" | "since"> {
  const pull = record.evidence?.pullRequest;
  const isLarge = pull !== undefined && isLargeChange(pull.files, handovers);
  return {
    ...workOf(record),
    since: record.seen.reopenedAt ?? 0,
    ...(isLarge ? { isLarge: true } : {}),
  };
}

/** Whether what was accepted is what the pull request proposes now. Earlier releases recorded no base. */
export function isSameWork(
  settled: Pick<Work, "commit" | "base"> | undefined,
  work: Omit<Work, "version">,
): boolean {
  return settled?.commit === work.commit && (settled?.base ?? work.base) === work.base;
}

/** The acceptance, unless the handover was reopened or its text edited since: either disputes it. */
export function currentAcceptance({ seen, persisted }: IssueRecord): Settled | undefined {
  const { settled } = persisted;
  const holds =
    settled !== undefined &&
    settled.version.hash === seen.textHash &&
    settled.since === (seen.reopenedAt ?? 0);
  return holds ? settled : undefined;
}

/** Whether its text differs from the one that was accepted. */
export function isEditedSince({ seen, persisted }: IssueRecord): boolean {
  return persisted.settled !== undefined && persisted.settled.version.hash !== seen.textHash;
}

/**
 * Whether an accepted handover stays open until its pull request is merged. True while the evidence is
 * unread. A pull request that was closed unmerged completes nothing, unless a person accepted the handover
 * despite that.
 */
export function awaitsMerge(record: IssueRecord, { handovers }: Settings): boolean {
  const settled = currentAcceptance(record);
  if (handovers.merge === "never" || handoverIn(record)?.status !== "complete") return false;
  if (settled?.commit === undefined) return false;
  if (mergeDecisionOn(record, settled.commit)?.choice === "leave") return false;
  const state = record.evidence === undefined ? "open" : record.evidence.pullRequest?.state;
  return state === "open" || (state === "closed" && settled.by === undefined);
}

/** The admitted handovers of `task`, oldest first. */
export function handoversOf(view: View, task: IssueRecord): readonly IssueRecord[] {
  return recordsThatName(view, task.seen.id)
    .filter((record) => {
      const handover = handoverIn(record);
      return (
        handover !== undefined &&
        isAdmitted(record) &&
        recordOf(view, record, handover.completes)?.seen.id === task.seen.id
      );
    })
    .sort(({ seen: a }, { seen: b }) => compareWords({ ...a, at: a.createdAt }, { ...b, at: b.createdAt }));
}

/** Handovers that say that `task` is complete and are neither accepted nor rejected. */
export function openHandovers(view: View, task: IssueRecord): readonly IssueRecord[] {
  return handoversAtHome(view, task).filter(
    (record) => record.seen.issueState.state === "open" && handoverIn(record)?.status === "complete",
  );
}

/** The accepted handovers that leave something to do. */
export function unfinishedHandovers(view: View, task: IssueRecord): readonly IssueRecord[] {
  return handoversAtHome(view, task).filter(
    (record) => currentAcceptance(record) !== undefined && handoverIn(record)?.status !== "complete",
  );
}

/**
 * The handovers in the task's own repository. Other repositories trust other people and may be private: only these
 * set the task's state, and only these are announced.
 */
export function handoversAtHome(view: View, task: IssueRecord): readonly IssueRecord[] {
  return handoversOf(view, task).filter(({ seen }) => seen.repositoryId === task.seen.repositoryId);
}

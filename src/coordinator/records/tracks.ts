/**
 * The status of a repository's tracks, derived from its tasks, questions and handovers. Agents need not
 * report anything.
 */

import { shownTitle } from "../../engine/admission/shown-title.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import type { IssueSeen } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { sameTrack, trackOf } from "../../engine/model/track.ts";
import type { Handover } from "../../protocol/kinds/handover.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import type { DecisionRecord } from "./decisions.ts";

/** A task as its track's page shows it. */
export interface TrackTask {
  readonly name: string;
  readonly title: string;
  /** `ready`, `blocked`, `in-progress`, `in-review`, `done` or `dropped`. */
  readonly status: string;
  readonly assignees: readonly string[];
  /**
   * Names of the open issues of this repository that it waits for. Those of other repositories are left out:
   * readers may have no access to them.
   */
  readonly blockers: readonly string[];
}

export interface TrackState {
  readonly track: string;
  readonly tasks: readonly TrackTask[];
  /** Paths that handovers name, sorted. */
  readonly files: readonly string[];
  readonly decisions: readonly DecisionRecord[];
  /** Open questions that its tasks wait for. */
  readonly questions: readonly { readonly name: string; readonly title: string }[];
}

/** Longer than any page that is still read. */
const maxListed = 100;

/**
 * Only admitted issues: the title of a user without write access would become part of a page or an answer.
 * @param records tasks, questions and handovers of one repository, in any order
 */
export function tracksOf(
  records: readonly IssueRecord[],
  decisions: readonly DecisionRecord[],
): readonly TrackState[] {
  const admitted = records.filter(isAdmitted);
  const tasks = new Map<string, IssueRecord[]>();
  for (const record of admitted) {
    const named = record.reading.kind === "task" ? trackOf(record) : undefined;
    if (named === undefined || named === "") continue;
    const track = [...tasks.keys()].find((known) => sameTrack(known, named)) ?? named;
    tasks.set(track, [...(tasks.get(track) ?? []), record]);
  }
  return [...tasks]
    .map(([track, members]) => standingOf(track, members, admitted, decisions))
    .sort((one, other) => (one.track < other.track ? -1 : 1));
}

function standingOf(
  track: string,
  members: readonly IssueRecord[],
  records: readonly IssueRecord[],
  decisions: readonly DecisionRecord[],
): TrackState {
  const numbers = new Set(members.map(({ seen }) => seen.number));
  const isAbout = (refs: readonly Ref[]): boolean =>
    refs.some(({ owner, number }) => owner === undefined && numbers.has(number));
  const questions = records.filter((record) => isAbout(blockedByQuestion(record)));
  const asked = new Set(questions.map(({ seen }) => seen.number));
  const files = records.flatMap((record) => {
    const handover = handoverIn(record);
    return handover !== undefined && isAbout([handover.completes])
      ? handover.changes.map(({ name }) => name)
      : [];
  });
  return {
    track,
    tasks: members.toSorted(byNumber).slice(-maxListed).map(cardOf),
    files: [...new Set(files)].sort().slice(0, maxListed),
    decisions: decisions.filter(({ question }) => asked.has(question)).slice(-maxListed),
    questions: questions
      .filter(({ seen }) => seen.issueState.state === "open")
      .toSorted(byNumber)
      .map((record) => ({ name: formatRef({ number: record.seen.number }), title: shownTitle(record) })),
  };
}

function cardOf(record: IssueRecord): TrackTask {
  const { seen } = record;
  const { issueState } = seen;
  const label = seen.labels.find((name) => name.startsWith("status:"))?.slice("status:".length);
  const closed = issueState.state === "closed" && (issueState.reason === "completed" ? "done" : "dropped");
  return {
    name: formatRef({ number: seen.number }),
    title: shownTitle(record),
    status: closed || (label ?? "open"),
    assignees: seen.assignees.map(({ login }) => login),
    blockers: issueState.state === "closed" ? [] : blockersOf(seen),
  };
}

function blockersOf({ repositoryId, blockedBy }: IssueSeen): readonly string[] {
  return blockedBy.issues
    .filter((link) => link.repositoryId === repositoryId && link.issueState.state === "open")
    .map(({ number }) => formatRef({ number }));
}

function byNumber(one: IssueRecord, other: IssueRecord): number {
  return one.seen.number - other.seen.number;
}

function handoverIn({ reading }: IssueRecord): Handover | undefined {
  const message = reading.kind === "handover" ? reading.message : undefined;
  return message?.kind === "handover" ? message : undefined;
}

function blockedByQuestion({ reading }: IssueRecord): readonly Ref[] {
  const message = reading.kind === "question" ? reading.message : undefined;
  return message?.kind === "question" ? message.blockingTasks : [];
}

/**
 * Builds the brief of a task from the index: what a person or agent new to it has to know. Only admitted
 * texts are included, and nothing from a private repository in another one's brief.
 */
import { toMinuteUtc } from "../../base/clock.ts";
import { wordsAlone } from "../../protocol/decided-words.ts";
import { shortenLines } from "../../protocol/render/shorten.ts";
import type { Noted } from "../../protocol/section-values/noted.ts";
import { mayShow } from "../admission/privacy.ts";
import { shownTitle } from "../admission/shown-title.ts";
import { isAdmitted } from "../admission/trust.ts";
import { type Blocker, isUnresolved } from "../blocking/blocker.ts";
import { blockersOf } from "../blocking/blockers.ts";
import { taskState } from "../blocking/task-state.ts";
import { currentAcceptance, handoverIn, handoversOf } from "../handovers/handovers.ts";
import { excerptIn, unreadableHandoversOf } from "../handovers/unreadable-handovers.ts";
import { nameOf } from "../leases/holder.ts";
import { settledText } from "../matters/text-version.ts";
import { contractIn } from "../messages/contract-text.ts";
import { currentOutcome } from "../messages/outcome.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import { escalationIn } from "../messages/subject.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordsThatName, repositoryOf, type View } from "../model/view.ts";
import { isInForce, latestVersion } from "../polls/in-force.ts";
import { nameAnswerers } from "../questions/answerers.ts";
import { issueName } from "../wording/issue-name.ts";
import { type BeforeYou, beforeYou } from "./before-you.ts";

export interface Brief {
  readonly title: string;
  /** `closed`, or its current status. */
  readonly status: string;
  readonly assignees: readonly string[];
  /** The holder, and since when, in UTC; absent if there is none. */
  readonly holder?: { readonly name: string; readonly since: string };
  /** The last holder, unless it is closed; absent if there was none. */
  readonly before?: BeforeYou;
  /** Empty if the task's text is not admitted or cannot be parsed. */
  readonly goal: string;
  readonly acceptance: readonly { readonly text: string; readonly done: boolean }[];
  /** Globs of the files that it will touch. */
  readonly files: readonly string[];
  readonly requires: readonly string[];
  /** The name of the skill that its agent is to work by. */
  readonly skill?: string;
  /** What blocks it. */
  readonly blockers: readonly { readonly name: string; readonly title: string; readonly verdict: string }[];
  /** Answered questions and decided escalations about it, newest first. */
  readonly decisions: readonly BriefDecision[];
  readonly discoveries: readonly BriefDiscovery[];
  /** The newest first. */
  readonly handovers: readonly BriefHandover[];
}

export interface BriefDecision {
  readonly name: string;
  /** As it was when it was decided. */
  readonly title: string;
  /** Set if title or text were edited since: what was decided is about the earlier ones. */
  readonly isEdited?: true;
  readonly decision: string;
  readonly by: string;
  /** Empty if no reason was given. */
  readonly because: string;
}

export interface BriefDiscovery {
  readonly name: string;
  readonly title: string;
  readonly finding: string;
  readonly actionNeeded: string;
}

export interface BriefHandover {
  readonly name: string;
  /** Empty if it cannot be read. */
  readonly outcome: string;
  /** `refused`: its body has problems, so it settles nothing, and its changes are not shown. */
  readonly standing: "open" | "accepted" | "withdrawn" | "refused";
  readonly pullRequest: string | undefined;
  readonly changes: readonly Noted[];
  readonly context: string;
  readonly nextSteps: string;
}

/** @param task a record of a task, with its neighbours in the view */
export function briefOf(view: View, task: IssueRecord): Brief {
  const message = task.reading.kind === "task" && isAdmitted(task) ? task.reading.message : undefined;
  const written = message?.kind === "task" ? message : undefined;
  const blockers = blockersOf(view, task);
  const related = around(view, task, blockers);
  const before = beforeYou(task, related, (record) => nameFrom(view, task, record));
  return {
    title: shownTitle(task),
    status: task.seen.issueState.state === "closed" ? "closed" : taskState(view, task).status,
    assignees: task.seen.assignees.map(({ login }) => login),
    ...heldBy(task),
    ...(before === undefined ? {} : { before }),
    goal: written?.goal ?? "",
    acceptance: written?.acceptance ?? [],
    files: written?.files ?? [],
    requires: written?.requires ?? [],
    ...(written?.skill === undefined ? {} : { skill: written.skill }),
    blockers: blockers
      .filter(({ verdict }) => isUnresolved(verdict))
      .map(({ name, title, verdict }) => ({ name, title, verdict })),
    decisions: related.flatMap((record) => decisionIn(view, record, nameFrom(view, task, record)) ?? []),
    discoveries: related.flatMap((record) => discoveryIn(record, nameFrom(view, task, record)) ?? []),
    handovers: [...handoversOf(view, task), ...unreadableHandoversOf(view, task)]
      .filter((record) => mayShow(view, task, record.seen))
      .toSorted((a, b) => b.seen.createdAt - a.seen.createdAt || b.seen.number - a.seen.number)
      .flatMap((record) => handedOver(record, nameFrom(view, task, record)) ?? []),
  };
}

function heldBy({ persisted: { lease } }: IssueRecord): Pick<Brief, "holder"> {
  return lease === undefined
    ? {}
    : { holder: { name: nameOf(lease.holder), since: toMinuteUtc(lease.since) } };
}

/** The issues that mention it or that it waits for and that may be shown here, newest first. */
function around(view: View, task: IssueRecord, blockers: readonly Blocker[]): readonly IssueRecord[] {
  const blocking = blockers.flatMap(({ id = "" }) => view.records.get(id) ?? []);
  const records = [...recordsThatName(view, task.seen.id), ...blocking];
  return [...new Set(records.map((record) => latestVersion(view, record)))]
    .filter((record) => isAdmitted(record) && mayShow(view, task, record.seen))
    .toSorted((a, b) => b.seen.createdAt - a.seen.createdAt);
}

function nameFrom(view: View, task: IssueRecord, record: IssueRecord): string {
  const { owner = "", name: repo = "" } = repositoryOf(view, record) ?? {};
  const { repositoryId, number } = record.seen;
  return issueName(task, { owner, repo, number, repositoryId });
}

function decisionIn(view: View, record: IssueRecord, name: string): BriefDecision | undefined {
  const { title, isEdited } = settledText(record);
  const head = { name, title, ...(isEdited ? { isEdited } : {}) };
  const accepted = record.reading.kind === "question" ? currentAcceptedAnswer(record) : undefined;
  if (accepted !== undefined) {
    const { decision, because = "" } = accepted;
    return { ...head, decision: wordsAlone(decision), by: nameAnswerers(accepted), because };
  }
  const outcome = currentOutcome(record);
  if (record.reading.kind === "contract") return interfaceIn(view, record, name);
  if (outcome !== undefined) {
    const { decision, by, because = "" } = outcome;
    return { ...head, decision: wordsAlone(decision), by: by?.login ?? "vote", because };
  }
  const decided = escalationIn(record) === undefined ? undefined : record.persisted.decided;
  if (decided === undefined) return undefined;
  const { decision, by, because } = decided;
  return { ...head, decision: wordsAlone(decision), by: by.login, because };
}

/** As much of a definition as a brief shows. */
const maxDefinition = 1_500;

/** A version that was replaced is not shown: an agent would build on it. */
function interfaceIn(view: View, record: IssueRecord, name: string): BriefDecision | undefined {
  const contract = contractIn(record);
  const outcome = currentOutcome(record);
  if (contract === undefined || outcome === undefined || !isInForce(view, record)) return undefined;
  const { format, definition } = contract;
  const decision = `${wordsAlone(outcome.decision)} (${format})\n\n${shortenLines(definition, maxDefinition)}`;
  return { name, title: record.seen.title, decision, by: outcome.by?.login ?? "its parties", because: "" };
}

/** A closed one was dealt with. */
function discoveryIn(record: IssueRecord, name: string): BriefDiscovery | undefined {
  const message = record.reading.kind === "discovery" ? record.reading.message : undefined;
  if (message?.kind !== "discovery" || record.seen.issueState.state === "closed") return undefined;
  const { finding, actionNeeded } = message;
  return { name, title: record.seen.title, finding, actionNeeded };
}

function handedOver(record: IssueRecord, name: string): BriefHandover | undefined {
  const handover = handoverIn(record);
  if (handover === undefined) return refusedHandover(record, name);
  const { status, changes, context, nextSteps } = handover;
  const pull = record.evidence?.pullRequest?.number ?? handover.pullRequest?.number;
  const isOpen = record.seen.issueState.state === "open";
  return {
    name,
    outcome: status,
    changes,
    context,
    nextSteps,
    standing: currentAcceptance(record) !== undefined ? "accepted" : isOpen ? "open" : "withdrawn",
    pullRequest: pull === undefined ? undefined : `#${pull}`,
  };
}

function refusedHandover(record: IssueRecord, name: string): BriefHandover | undefined {
  const excerpt = excerptIn(record);
  if (excerpt === undefined) return undefined;
  const { status = "", context, nextSteps } = excerpt;
  return {
    name,
    outcome: status,
    standing: "refused",
    pullRequest: undefined,
    changes: [],
    context,
    nextSteps,
  };
}

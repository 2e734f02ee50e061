/**
 * Updates other records when an issue is deleted or moves out of sight. Its dependencies vanish with it, so
 * tasks that waited for it must remember it, and a question that it answered must show that its answer is
 * gone.
 */
import type { Millis } from "../../base/clock.ts";
import type { LinkedIssue, NodeId, RepositorySeen } from "../model/fact.ts";
import { type IssueRecord, knownAt } from "../model/snapshot.ts";
import { visibilityMs } from "./seen-record.ts";

export interface Departure {
  readonly id: NodeId;
  /** Its record and its former repository, if known. */
  readonly lost: IssueRecord | undefined;
  readonly home: RepositorySeen | undefined;
}

/**
 * Whether an issue that a read did not find may merely not be shown yet. Losing it could not be taken back: its
 * persisted state goes with it, and what waits for it asks for a person.
 */
export function wasJustThere(record: IssueRecord | undefined, readAt: Millis): boolean {
  return record !== undefined && readAt - knownAt(record) < visibilityMs;
}

/** The same record if it had no relation to the issue. */
export function withoutIssue(record: IssueRecord, departure: Departure): IssueRecord {
  return withoutBlocker(withoutAnswer(record, departure), departure);
}

function withoutAnswer(question: IssueRecord, { id }: Departure): IssueRecord {
  const { accepted } = question.persisted;
  if (accepted?.word !== id || accepted.gone === true) return question;
  return { ...question, persisted: { ...question.persisted, accepted: { ...accepted, gone: true } } };
}

function withoutBlocker(waiter: IssueRecord, departure: Departure): IssueRecord {
  const { seen, persisted } = waiter;
  const link = seen.blockedBy.issues.find(({ id }) => id === departure.id) ?? byText(waiter, departure);
  if (link === undefined) return waiter;
  const { issueState } = link;
  const isOver = issueState.state === "closed" && issueState.reason === "completed";
  if (isOver && departure.lost !== undefined) return waiter;
  const name = `${link.owner}/${link.repo}#${link.number}`;
  if (persisted.lost.includes(name)) return waiter;
  return { ...waiter, persisted: { ...persisted, lost: [...persisted.lost, name] } };
}

/** The lost blocker as its task keeps it, where GitHub has no dependencies; undefined if it did not block. */
function byText(
  { seen, persisted }: IssueRecord,
  { lost, home }: Departure,
): Pick<LinkedIssue, "owner" | "repo" | "number" | "issueState"> | undefined {
  if (lost === undefined || home === undefined || seen.lacksEdges !== true) return undefined;
  if (!persisted.heldBy.includes(lost.seen.id)) return undefined;
  return { owner: home.owner, repo: home.name, number: lost.seen.number, issueState: lost.seen.issueState };
}

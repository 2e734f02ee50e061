/**
 * What becomes of the others when an issue is deleted or goes out of sight. The edge to it vanishes with it, so whoever
 * waited must remember it; and a question that it settled must not look answered by nothing.
 */
import type { LinkedIssue, NodeId, RepositorySeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export interface Departure {
  readonly id: NodeId;
  /** Its record and where it stood, if it was known. */
  readonly lost: IssueRecord | undefined;
  readonly home: RepositorySeen | undefined;
}

/** The same record if it had nothing to do with the issue. */
export function withoutIssue(record: IssueRecord, departure: Departure): IssueRecord {
  return withoutBlocker(withoutAnswer(record, departure), departure);
}

function withoutAnswer(question: IssueRecord, { id }: Departure): IssueRecord {
  const { accepted } = question.memory;
  if (accepted?.answer !== id || accepted.gone === true) return question;
  return { ...question, memory: { ...question.memory, accepted: { ...accepted, gone: true } } };
}

function withoutBlocker(waiter: IssueRecord, departure: Departure): IssueRecord {
  const { seen, memory } = waiter;
  const link = seen.blockedBy.issues.find(({ id }) => id === departure.id) ?? byText(waiter, departure);
  if (link === undefined) return waiter;
  const { standing } = link;
  const isOver = standing.state === "closed" && standing.reason === "completed";
  if (isOver && departure.lost !== undefined) return waiter;
  const name = `${link.owner}/${link.repo}#${link.number}`;
  if (memory.lost.includes(name)) return waiter;
  return { ...waiter, memory: { ...memory, lost: [...memory.lost, name] } };
}

/** Where texts are the edges, what held the task is remembered. */
function byText(
  { seen, memory }: IssueRecord,
  { lost, home }: Departure,
): Pick<LinkedIssue, "owner" | "repo" | "number" | "standing"> | undefined {
  if (lost === undefined || home === undefined || seen.lacksEdges !== true) return undefined;
  if (!memory.heldBy.includes(lost.seen.id)) return undefined;
  return { owner: home.owner, repo: home.name, number: lost.seen.number, standing: lost.seen.standing };
}

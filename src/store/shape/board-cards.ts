/** Makes the cards of the board from their columns and records, whichever database they were read from. */
import { urgencyOf } from "../../engine/asking/urgency.ts";
import { blockingReasons } from "../../engine/blocking/blocking-reasons.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import { escalationIn } from "../../engine/messages/subject.ts";
import type { LinkedIssue, NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import type { Card, CardDetail, EscalationCard, Naming, Neighbour } from "../../operations/ports.ts";
import { formatRef } from "../../protocol/references/ref.ts";

const urgencies: readonly string[] = ["blocking", "important"];

/** The most urgent first, then the oldest. */
export function byUrgency(one: EscalationCard, other: EscalationCard): number {
  const [first, second] = [one, other].map(({ urgency }) => urgencies.indexOf(urgency) + 1 || 3);
  return (first ?? 0) - (second ?? 0) || one.createdAt - other.createdAt;
}

/** Undefined if the escalation is unreadable. */
export function escalationCard(card: Card, record: IssueRecord): EscalationCard | undefined {
  const message = escalationIn(record);
  if (message === undefined) return undefined;
  const { id, owner, repo, number, title, assignees, track } = card;
  const { question, options } = message;
  return {
    ...{ id, owner, repo, number, title, assignees, track, urgency: urgencyOf(record) ?? message.urgency },
    ...{ createdAt: record.seen.createdAt, question, options },
  };
}

/**
 * A suggested answer of the coordinator; its decision takes the place of an escalation's question. Undefined
 * if it is unreadable.
 * @param question that it answers
 */
export function suggestionCard(
  card: Card,
  { reading, seen }: IssueRecord,
  question: IssueRecord | undefined,
): EscalationCard | undefined {
  const message = reading.kind === "answer" ? reading.message : undefined;
  if (message?.kind !== "answer") return undefined;
  const { id, owner, repo, number, title, assignees, track } = card;
  const asked = question === undefined ? undefined : urgencyIn(question);
  const approve = `/approve ${seen.bodyHash.slice(0, 8)}`;
  return {
    ...{ id, owner, repo, number, title, assignees, track, urgency: asked ?? "important" },
    ...{ createdAt: seen.createdAt, question: message.decision, options: [], approve },
  };
}

function urgencyIn(record: IssueRecord): string | undefined {
  const { reading } = record;
  const message = reading.kind === "question" ? reading.message : undefined;
  return urgencyOf(record) ?? (message?.kind === "question" ? message.urgency : undefined);
}

/**
 * @param view of the issue and everything that may block it
 * @param linked the records of the issues that it names as its dependencies
 */
export function cardDetail(
  card: Card,
  { seen, persisted }: IssueRecord,
  view: View,
  linked: ReadonlyMap<NodeId, IssueRecord>,
): CardDetail {
  const neighbour = (link: LinkedIssue): Neighbour => linkedIssue(link, linked.get(link.id));
  return {
    ...card,
    ...(seen.signature === undefined ? {} : { signature: seen.signature.type }),
    body: seen.body,
    author: seen.author?.login,
    blockedBy: seen.blockedBy.issues.map(neighbour),
    blocking: seen.blocking.issues.map(neighbour),
    inTheWay: waitsFor(card, view),
    unreadableBlockers: seen.blockedBy.unreadable,
    namedBy: namedBy(card.id, view),
    decision: persisted.accepted?.decision ?? persisted.decided?.text,
    ...holderOf(persisted),
  };
}

function holderOf({ lease }: IssueRecord["persisted"]): Pick<CardDetail, "holder"> {
  return lease === undefined
    ? {}
    : { holder: { name: nameOf(lease.holder), since: lease.since, token: lease.token } };
}

/** Everything that blocks it, for any reason. */
export function waitsFor(
  { id, owner, repo }: Pick<Card, "id" | "owner" | "repo">,
  view: View,
): readonly Neighbour[] {
  const record = view.records.get(id);
  if (record === undefined) return [];
  return blockingReasons(view, record).map(({ name, ...rest }) => ({
    ref: name.startsWith("#") ? `${owner}/${repo}${name}` : name,
    ...rest,
  }));
}

/** The newest first. */
function namedBy(id: NodeId, view: View): readonly Naming[] {
  return (view.namedBy.get(id) ?? [])
    .flatMap((other) => view.records.get(other) ?? [])
    .toSorted((a, b) => b.seen.createdAt - a.seen.createdAt)
    .flatMap(({ seen, reading }) => {
      const home = view.repositories.get(seen.repositoryId);
      if (home === undefined) return [];
      const { number, title, issueState } = seen;
      const state = issueState.state === "open" ? "open" : issueState.reason;
      const ref = formatRef({ owner: home.owner, repo: home.name, number });
      return [{ ref, title, state, kind: reading.kind ?? "issue" }];
    });
}

/**
 * Title and state from the issue's own record if there is one, since the copy in the neighbour's record may
 * be older.
 */
function linkedIssue(link: LinkedIssue, record: IssueRecord | undefined): Neighbour {
  const { title, issueState } = record?.seen ?? link;
  const state = issueState.state === "open" ? "open" : issueState.reason;
  return { ref: formatRef({ owner: link.owner, repo: link.repo, number: link.number }), title, state };
}

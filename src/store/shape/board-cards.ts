/** Builds the cards of the board from columns and records, for both stores. */
import { isEditedSinceAdmitted, shownTitle } from "../../engine/admission/shown-title.ts";
import { blockingReasons } from "../../engine/blocking/blocking-reasons.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import {
  currentWork,
  currentWorkHash,
  settledWords,
  settlementOf,
} from "../../engine/matters/text-version.ts";
import type { LinkedIssue, NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import type { Card, CardDetail, Naming, Neighbour } from "../../operations/ports.ts";
import type { VerdictSeen } from "../../operations/writes/verdict-board.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { contractSeen } from "./contract-seen.ts";
import { pollSeen } from "./poll-seen.ts";
import { spaceDetail } from "./space-detail.ts";

interface Known {
  /** What was found about a handover; absent where that is not known. */
  readonly verdict?: VerdictSeen | undefined;
  /** Has the issue and everything that may block it. */
  readonly view: View;
  /** The records of its dependencies. */
  readonly linked: ReadonlyMap<NodeId, IssueRecord>;
  readonly settings: Settings;
}

export function cardDetail(
  card: Card,
  record: IssueRecord,
  { view, linked, settings, verdict }: Known,
): CardDetail {
  const { seen, persisted } = record;
  const poll = pollSeen(view, record, settings);
  const space = spaceDetail(view, record);
  const contract = contractSeen(view, record, settings);
  const neighbour = (link: LinkedIssue): Neighbour => linkedIssue(link, linked.get(link.id));
  return {
    ...card,
    ...(seen.signature === undefined ? {} : { signature: seen.signature.type }),
    body: seen.body,
    ...(isEditedSinceAdmitted(record) ? { unapprovedTitle: seen.title } : {}),
    textHash: seen.textHash,
    ...workIn(record),
    ...(verdict === undefined ? {} : { verdict }),
    author: seen.author?.login,
    blockedBy: seen.blockedBy.issues.map(neighbour),
    blocking: seen.blocking.issues.map(neighbour),
    inTheWay: waitsFor(card, view),
    unreadableBlockers: seen.blockedBy.unreadable,
    namedBy: namedBy(card.id, view),
    decision: decisionIn(record),
    ...(poll === undefined ? {} : { poll }),
    ...(contract === undefined ? {} : { contract }),
    ...holderOf(persisted),
    ...doneBy(record),
    ...(seen.parent === undefined
      ? {}
      : { parent: linkedIssue(seen.parent, view.records.get(seen.parent.id)) }),
    ...(space === undefined ? {} : { space }),
  };
}

function workIn(record: IssueRecord): Pick<CardDetail, "work"> {
  if (record.reading.kind !== "handover" || record.evidence === undefined) return {};
  const { head, base } = currentWork(record);
  return { work: { head, base, hash: currentWorkHash(record) } };
}

function holderOf({ lease }: IssueRecord["persisted"]): Pick<CardDetail, "holder"> {
  return lease === undefined
    ? {}
    : { holder: { name: nameOf(lease.holder), since: lease.since, token: lease.token } };
}

function doneBy({ seen, persisted: { lease, lastLease } }: IssueRecord): Pick<CardDetail, "doneBy"> {
  const isOver = lease === undefined && seen.issueState.state === "closed";
  if (!isOver || lastLease?.handover === undefined) return {};
  const { holder, token, handover } = lastLease;
  return { doneBy: { name: nameOf(holder), token, handover } };
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
    .flatMap((record) => {
      const { seen, reading } = record;
      const home = view.repositories.get(seen.repositoryId);
      if (home === undefined) return [];
      const { number, issueState } = seen;
      const state = issueState.state === "open" ? "open" : issueState.reason;
      const ref = formatRef({ owner: home.owner, repo: home.name, number });
      return [{ ref, title: shownTitle(record), state, kind: reading.kind ?? "issue" }];
    });
}

/**
 * Title and state from the issue's own record if there is one, since the copy in the neighbour's record may
 * be older.
 */
export function linkedIssue(link: LinkedIssue, record: IssueRecord | undefined): Neighbour {
  const { issueState } = record?.seen ?? link;
  const title = record === undefined ? link.title : shownTitle(record);
  const state = issueState.state === "open" ? "open" : issueState.reason;
  return { ref: formatRef({ owner: link.owner, repo: link.repo, number: link.number }), title, state };
}

/** With what it was about, if the issue says something else now. */
function decisionIn(record: IssueRecord): string | undefined {
  const decision = settlementOf(record)?.decision;
  return decision === undefined ? undefined : settledWords(record, decision);
}

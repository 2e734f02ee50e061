/**
 * Moves the record of an issue transferred within our repositories: its persisted state goes along, and tasks
 * that wait for it keep waiting. Read as a new issue, it would be answered a second time.
 */
import { type FullRef, refKey } from "../../protocol/references/ref.ts";
import type { IssueSeen, LinkedIssue, NodeId, RepositorySeen } from "../model/fact.ts";
import { formatNoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export interface Move {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly number: number;
}

/**
 * The record under its new id, older than any read to come. GitHub drops labels and our reactions on a
 * transfer.
 */
export function movedRecord(record: IssueRecord, { to, number }: Move, home: RepositorySeen): IssueRecord {
  const seen: IssueSeen = {
    ...record.seen,
    id: to,
    number,
    repositoryId: home.id,
    updatedAt: 0,
    own: [],
    spoiled: [],
    comments: [],
  };
  const heardUntil = record.seen.comments.at(-1)?.createdAt;
  const persisted = heardUntil === undefined ? record.persisted : { ...record.persisted, heardUntil };
  return { ...record, seen, persisted, readAt: 0, wroteAt: 0 };
}

/**
 * A record that knew the issue by its old id; the same record if it did not. A reference in its text to the
 * old place (`formerly`) no longer resolves and must not be waited for: the dependency leads to the new
 * place.
 */
export function withMoved(
  record: IssueRecord,
  move: Move,
  home: RepositorySeen,
  formerly: FullRef,
): IssueRecord {
  const { seen, persisted } = record;
  const isLink = ({ id }: LinkedIssue): boolean => id === move.from;
  const isKnown =
    [...seen.blockedBy.issues, ...seen.blocking.issues, ...(seen.subIssues ?? [])].some(isLink) ||
    seen.duplicateOf?.id === move.from ||
    seen.parent?.id === move.from ||
    [...persisted.edges, ...persisted.heldBy, ...persisted.told, ...(persisted.parts ?? [])].includes(
      move.from,
    ) ||
    persisted.woken.some((name) => movedName(name, move) !== name) ||
    persisted.accepted?.word === move.from;
  if (!isKnown) return record;
  const place = {
    id: move.to,
    number: move.number,
    repositoryId: home.id,
    owner: home.owner,
    repo: home.name,
  };
  const movedLink = (link: LinkedIssue): LinkedIssue =>
    isLink(link) ? { ...link, ...place, isPrivate: home.isPrivate } : link;
  const moved = (list: readonly LinkedIssue[]) => list.map(movedLink);
  const links = (side: IssueSeen["blocking"]) => ({ ...side, issues: moved(side.issues) });
  const ids = (list: readonly NodeId[]) => list.map((id) => (id === move.from ? move.to : id));
  const { accepted } = persisted;
  return {
    ...record,
    seen: {
      ...seen,
      blockedBy: links(seen.blockedBy),
      blocking: links(seen.blocking),
      ...(seen.subIssues === undefined ? {} : { subIssues: moved(seen.subIssues) }),
      ...(seen.parent === undefined ? {} : { parent: movedLink(seen.parent) }),
      ...(seen.duplicateOf === undefined ? {} : { duplicateOf: movedLink(seen.duplicateOf) }),
    },
    persisted: {
      ...persisted,
      woken: persisted.woken.map((name) => movedName(name, move)),
      waived: [...new Set([...persisted.waived, refKey(formerly)])],
      ...(persisted.parts === undefined ? {} : { parts: ids(persisted.parts) }),
      edges: ids(persisted.edges),
      heldBy: ids(persisted.heldBy),
      told: ids(persisted.told),
      ...(accepted?.word === move.from ? { accepted: { ...accepted, gone: undefined, word: move.to } } : {}),
    },
  };
}

/**
 * An unblocking is identified by its last blocker, a changed decision by its answer: the new id must not
 * notify people again.
 */
function movedName(name: string, { from, to }: Move): string {
  const id = parseNoticeId(name);
  if (id.type === "changed-decision" && id.answerId === from) return formatNoticeId({ ...id, answerId: to });
  if (id.type === "resolved" && id.blockerId === from) return formatNoticeId({ ...id, blockerId: to });
  return name;
}

/**
 * Tells whether the index already shows what a delivery reports. The report changes no record and never
 * counts as newer than a read: it is compared with the record, and a difference is a reason to read.
 */
import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { IssueState, NodeId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** The one change of an issue that a delivery reports, for changes that can be compared with a record. */
export type News =
  | EdgeNews
  | (IssueNews & {
      /** The issue's version in the payload. */
      readonly updatedAt: Millis;
    });

/** Dependencies have no version. Each end is compared on its own. */
interface EdgeNews {
  readonly type: "edge";
  readonly blockedId: NodeId;
  readonly blockerId: NodeId;
  readonly isThere: boolean;
}

type IssueNews =
  | { readonly type: "label"; readonly name: string; readonly isThere: boolean }
  | { readonly type: "assignee"; readonly id: NodeId; readonly isThere: boolean }
  | { readonly type: "text"; readonly title: string; readonly body: string }
  /** By our own bot: who closes an issue matters, and a record shows only who closed it last. */
  | { readonly type: "closed by us"; readonly reason: ClosedFor }
  /** Written or edited by our own bot; the marker follows the text. */
  | { readonly type: "our comment"; readonly id: NodeId; readonly body: string };

type ClosedFor = Extract<IssueState, { state: "closed" }>["reason"];

/**
 * Whether the record shows it, from a read at least as new. Each change is reported by its own delivery, so
 * the last one about a field either finds the final value here or leads to a read that shows it.
 */
export function isKnown(record: IssueRecord, news: News): boolean {
  if (news.type === "edge") return isEdgeKnown(record, news);
  return news.updatedAt <= record.seen.updatedAt && isShown(record, news);
}

function isShown({ seen }: IssueRecord, news: IssueNews): boolean {
  switch (news.type) {
    case "label":
      return seen.labels.includes(news.name) === news.isThere;
    case "assignee":
      return seen.assignees.some(({ id }) => id === news.id) === news.isThere;
    case "text":
      return seen.title === news.title && seen.body === news.body;
    case "closed by us":
      return seen.issueState.state === "closed" && seen.issueState.reason === news.reason;
    case "our comment":
      return seen.own.some(({ id, text }) => id === news.id && news.body.startsWith(text));
    default:
      return unreachable(news);
  }
}

function isEdgeKnown({ seen }: IssueRecord, { blockedId, blockerId, isThere }: EdgeNews): boolean {
  const [links, otherId] = seen.id === blockedId ? [seen.blockedBy, blockerId] : [seen.blocking, blockedId];
  if (seen.id !== blockedId && seen.id !== blockerId) return false;
  const isShownThere = links.issues.some(({ id }) => id === otherId);
  // An edge that is missing from a part of the list may be in the rest.
  return isThere ? isShownThere : !isShownThere && links.complete && links.unreadable === 0;
}

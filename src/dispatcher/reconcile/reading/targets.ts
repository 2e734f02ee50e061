/**
 * Splits what a batch is about into issues to read and issues to decide on from the index. What a delivery
 * reports and the index shows already, such as our own writes, is neither.
 */
import type { Millis } from "../../../base/clock.ts";
import { isKnown } from "../../../engine/fold/known-news.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import type { AskedRefresh, IssueText } from "../../ports/translation.ts";
import { shows } from "../../repository/changes.ts";
import { mayEndWait } from "../deciding/may-unblock.ts";

export type Target = RefreshRequest["target"];

/** What a delivery or a refresh request asks for. */
type Asked = Pick<AskedRefresh, "target" | "news" | "text"> &
  Partial<Pick<RefreshRequest, "unlessFresh" | "unlessClosed" | "unlessUnchanged" | "dueAt">>;

export interface Targets {
  readonly targets: readonly Target[];
  /** Issues to decide on from the index, without reading them. */
  readonly decides: readonly NodeId[];
  /** Records of which only what has no version may have changed: what differs from GitHub is read. */
  readonly checks: readonly IssueRecord[];
  /** New texts of issues to read. */
  readonly texts: readonly IssueText[];
  /** Whether one that is read is known to wait, or to be waited for. */
  readonly mayEndWait: boolean;
}

/** As long as a role is believed. */
const freshMs = 60_000;
/** A read that was made for the request itself; dependencies, for instance, change without a trace. */
const madeForItMs = 60 * 60_000;

/** An issue that one asks to read is read, whatever others ask. */
export async function splitTargets(
  index: Pick<Index, "records">,
  asked: readonly Asked[],
  now: Millis,
): Promise<Targets> {
  const held = await index.records(distinct(asked.map(({ target }) => target)).flatMap(listId));
  const recordOf = (target: Target): IssueRecord | undefined =>
    "id" in target ? held.get(target.id) : undefined;
  const unknown = asked.filter(({ target, news }) => {
    const record = recordOf(target);
    return record === undefined || news === undefined || !isKnown(record, news);
  });
  const mayDecide = ({ target, unlessFresh, unlessClosed, dueAt = now }: Asked): boolean => {
    const record = recordOf(target);
    if (unlessClosed === true && record?.seen.issueState.state === "closed") return true;
    const readAt = record?.readAt ?? Number.NEGATIVE_INFINITY;
    return unlessFresh === true && readAt > now - (readAt >= dueAt ? madeForItMs : freshMs);
  };
  const mayCheck = ({ target, unlessUnchanged }: Asked): boolean =>
    unlessUnchanged === true && isCheckable(recordOf(target));
  const isRead = (each: Asked): boolean => !mayDecide(each) && !mayCheck(each);
  const targets = distinct(unknown.filter(isRead).map(({ target }) => target));
  const read = new Set(targets.map(keyOf));
  const leftOf = (some: readonly Asked[]): readonly NodeId[] =>
    distinct(some.map(({ target }) => target))
      .filter((target) => !read.has(keyOf(target)))
      .flatMap(listId);
  const checked = new Set(leftOf(unknown.filter((each) => mayCheck(each) && !mayDecide(each))));
  return {
    targets,
    decides: leftOf(unknown.filter(mayDecide)).filter((id) => !checked.has(id)),
    checks: [...checked].flatMap((id) => held.get(id) ?? []),
    texts: unknown.flatMap(({ text }) => text ?? []),
    mayEndWait: targets.flatMap((target) => recordOf(target) ?? []).some(mayEndWait),
  };
}

/** What a handover was accepted by changes without its issue; and a record that may lack a change is read. */
function isCheckable(record: IssueRecord | undefined): boolean {
  return record !== undefined && record.reading.kind !== "handover" && shows(record, record.seen);
}

function listId(target: Target): readonly NodeId[] {
  return "id" in target ? [target.id] : [];
}

export function distinct(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

/** Identifies a target within its repository. */
export function keyOf(target: Target): string {
  return "id" in target ? target.id : `#${target.number}`;
}

/**
 * Has a space look again at its tasks when one of them has changed: at most once a minute where that only changes
 * what its status comment says, as every edit is a write.
 */
import type { Millis } from "../../base/clock.ts";
import { statusKey } from "../fold/seen-record.ts";
import { spaceNamed } from "../messages/membership.ts";
import {
  type DelayedRefresh,
  nothing,
  type ProjectionRule,
  type RuleInput,
  refreshSelf,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export const showProgress: ProjectionRule = { name: "show-progress", project };

const editEveryMs = 60_000;

function project(input: RuleInput) {
  const { view, record } = input;
  if (record.reading.kind !== "task") return nothing;
  const parent = record.seen.parent && view.records.get(record.seen.parent.id);
  const named = spaceNamed(view, record);
  const refreshes: DelayedRefresh[] = [];
  if (parent?.reading.kind === "space")
    refreshes.push(look(input, parent, Math.max(0, lastEdit(parent) + editEveryMs - input.context.now)));
  if (named !== undefined && named !== parent) refreshes.push(look(input, named, 0));
  return { refreshes };
}

function look({ record }: RuleInput, space: IssueRecord, afterMs: Millis): DelayedRefresh {
  const because = `Its task #${record.seen.number} may have changed.`;
  return { ...refreshSelf(space, afterMs, because), unlessRead: true, unlessFresh: true };
}

/** When its status comment was last written; long ago if there is none yet. */
function lastEdit({ seen }: IssueRecord): Millis {
  const times = seen.own.flatMap(({ key, createdAt, editedAt }) =>
    key === statusKey ? (editedAt ?? createdAt) : [],
  );
  return Math.max(0, ...times);
}

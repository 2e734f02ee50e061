/** What the files of a task would wait for if the holder got it now: such tasks are not chosen for anyone. */
import type { Millis } from "../../base/clock.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Holder } from "../leases/holder.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { inTheWayOf, type TaskRequest } from "./conflicts.ts";
import { locksElsewhere } from "./requests.ts";
import { filesOf } from "./task-files.ts";

/** It would be the last to ask. */
const last = Number.MAX_SAFE_INTEGER;

export function filesInUse(
  view: Pick<View, "records" | "locks">,
  record: IssueRecord,
  holder: Holder,
  { settings, now }: { readonly settings: Pick<Settings, "locks">; readonly now: Millis },
): readonly TaskRequest[] {
  const globs = [...filesOf(record, settings)];
  if (globs.length === 0) return [];
  const task = { id: record.seen.id, number: record.seen.number, holder, requests: [] };
  return inTheWayOf({ task, request: { globs, askedAt: last } }, locksElsewhere(view, record), now);
}

/** The lines of a task's status about its paths: what is locked for it, and what it waits for. */
import { toMinuteUtc } from "../../../base/clock.ts";
import type { TaskStatusData } from "../../../protocol/text/status.ts";
import { type LockLine, lockLines } from "../../locks/lock-lines.ts";
import { isUndecided, locksElsewhere, locksOf } from "../../locks/requests.ts";
import { unreadableFiles } from "../../locks/task-files.ts";
import type { RuleInput } from "../../model/rule.ts";

type Lines = Pick<TaskStatusData, "locked" | "pathWaits" | "unreadableFiles">;

/** How many paths a comment lists. */
const maxListed = 20;

export function statusLockLines({ view, record, context }: RuleInput): Lines {
  const own = decidedLocks(record);
  const unreadable = record.persisted.lease === undefined ? [] : unreadableFiles(record);
  const lines = own === undefined ? [] : lockLines(own, [own, ...locksElsewhere(view, record)], context.now);
  return {
    locked: lines
      .filter(({ since }) => since !== undefined)
      .map(lockedPath)
      .slice(0, maxListed),
    pathWaits: lines
      .filter(({ since }) => since === undefined)
      .map(pathWait)
      .slice(0, maxListed),
    unreadableFiles: unreadable.slice(0, maxListed),
  };
}

/** What waits until it is known which files are free is decided soon, and not said. */
function decidedLocks(record: RuleInput["record"]): ReturnType<typeof locksOf> {
  const own = locksOf(record);
  return own && { ...own, requests: own.requests.filter((request) => !isUndecided(request)) };
}

function lockedPath({ glob, isShared, until }: LockLine): NonNullable<Lines["locked"]>[number] {
  return { glob, isShared, ...(until === undefined ? {} : { until: toMinuteUtc(until) }) };
}

function pathWait({ glob, behind: [first, ...others] }: LockLine): NonNullable<Lines["pathWaits"]>[number] {
  return {
    glob,
    ...(first === undefined ? {} : { behind: { holder: first.holder, issue: `#${first.task}` } }),
    others: others.length,
  };
}

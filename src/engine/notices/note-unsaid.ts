/**
 * Records which notices had no recipient: a person who is assigned later reads the brief, and is not notified
 * of everything that happened before.
 */

import { isAdmitted } from "../admission/trust.ts";
import { taskState } from "../blocking/task-state.ts";
import { actionableFor } from "../discoveries/audience.ts";
import { listenersFor } from "../discoveries/tell-discovery.ts";
import { formatNoticeId } from "../model/keys/notice-id.ts";
import { isSameState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { unblockNotice } from "./unblock-notice.ts";

export const noteUnsaid: StateRule = { name: "note-unsaid", updateState };

/** How many notices a task's persisted state keeps. */
const remembered = 100;

function updateState(input: RuleInput) {
  const { persisted, seen, reading } = input.record;
  if (reading.kind !== "task" || seen.issueState.state === "closed" || !isAdmitted(input.record))
    return nothing;
  const unsaid = [...new Set([...undeliveredNotices(input), ...newNotices(input)])].slice(-remembered);
  const next = { ...persisted, unsaid };
  return isSameState(next, persisted) ? nothing : { persisted: next };
}

/** Once a task is blocked again, unsent notices from before are obsolete. */
function undeliveredNotices({ view, record }: RuleInput): readonly string[] {
  const { unsaid } = record.persisted;
  const isBlocked = unsaid.length > 0 && taskState(view, record).unresolved.length > 0;
  return unsaid.filter((name) => !isBlocked || view.records.get(name)?.reading.kind === "discovery");
}

function newNotices(input: RuleInput): readonly string[] {
  const { persisted, seen } = input.record;
  const unheard = actionableFor(input, input.record).flatMap((found) =>
    listenersFor(input, found).length === 0 ? found.record.seen.id : [],
  );
  // Skip this for an assigned task: computing a notice for nothing would slow each pass over a long chain of
  // tasks.
  const notice = seen.assignees.length > 0 ? undefined : unblockNotice(input);
  const isUnsaid = notice !== undefined && notice.people.length === 0;
  return [
    ...unheard.filter((id) => !persisted.told.includes(id)),
    ...(isUnsaid ? [formatNoticeId(notice.id)] : []),
  ];
}

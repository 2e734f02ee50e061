/**
 * Records which discoveries a task was notified of, so that a deleted comment is not written again, and on a
 * discovery the first task that showed it: one that was never seen has not served its purpose.
 */

import type { NodeId } from "../model/fact.ts";
import { parseCommentKey } from "../model/keys/comment-key.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import { openTasksReached } from "./audience.ts";

export const recordAnnounced: StateRule = { name: "record-announced", updateState };

/** How many discoveries a task's persisted state keeps. */
const remembered = 100;

function updateState(input: RuleInput) {
  const { persisted, seen, reading } = input.record;
  if (reading.kind === "discovery") return rememberFirst(input);
  const news = seen.own
    .flatMap(({ key }) => discoveryIn(key) ?? [])
    .filter((id) => !persisted.told.includes(id));
  return news.length === 0
    ? nothing
    : { persisted: { ...persisted, told: [...persisted.told, ...news].slice(-remembered) } };
}

function discoveryIn(written: string): NodeId | undefined {
  const key = parseCommentKey(written);
  return key?.type === "discovery-notice" ? key.discoveryId : undefined;
}

function rememberFirst(input: RuleInput) {
  const { persisted } = input.record;
  const [first] = persisted.told.length > 0 ? [] : openTasksReached(input);
  return first === undefined ? nothing : { persisted: { ...persisted, told: [first.seen.id] } };
}

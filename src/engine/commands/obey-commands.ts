/**
 * Applies a command's change to the persisted state, once. A comment is obeyed when nothing is left to write
 * for it; that is persisted, so that a rebuilt index does not obey it again.
 */
import { isPressed } from "../admission/button.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import type { Memory } from "../model/memory.ts";
import { type LookAgain, nothing, type RememberRule, type Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { listenTo, outcomesOf, pendingComments } from "./comments.ts";
import type { CommandHandler } from "./order.ts";

export function obeyCommands(handlers: readonly CommandHandler[]): RememberRule {
  return { name: "obey-commands", remember: (situation) => remember(handlers, situation) };
}

/** How many obeyed comments an issue's persisted state keeps. */
const remembered = 200;

function remember(handlers: readonly CommandHandler[], situation: Situation) {
  let { record } = situation;
  const looks: LookAgain[] = [];
  for (const comment of pendingComments(situation)) {
    const trust = listenTo(situation, comment);
    if (trust === "untrusted" && isPressed(comment.id)) record = withRun(record, comment.id);
    if (record.memory.obeyed.includes(comment.id) || trust !== "trusted") continue;
    const obeyed = obeyAll(handlers, { ...situation, record }, comment);
    record = { ...record, memory: obeyed?.memory ?? record.memory };
    looks.push(...(obeyed?.looks ?? []));
  }
  return record === situation.record ? nothing : { memory: record.memory, looks };
}

/**
 * A button press has no comment that could carry a reaction, so a press by a user without write access is
 * persisted as done.
 */
function withRun(record: IssueRecord, id: NodeId): IssueRecord {
  const { memory } = record;
  return { ...record, memory: { ...memory, ran: [...memory.ran, id].slice(-remembered) } };
}

interface Obeyed {
  readonly memory: Memory;
  readonly looks: readonly LookAgain[];
}

/** All or nothing: if one command of a comment has to wait or is refused, the others change nothing. */
function obeyAll(
  handlers: readonly CommandHandler[],
  situation: Situation,
  comment: CommentSeen,
): Obeyed | undefined {
  let { record } = situation;
  const outcomes = outcomesOf(handlers, situation, comment, (outcome) => {
    if (outcome.type === "done") record = { ...record, memory: outcome.memory ?? record.memory };
    return { ...situation, record };
  }).map(({ outcome }) => outcome);
  const done = outcomes.flatMap((outcome) => (outcome.type === "done" ? outcome : []));
  if (done.length === 0 || outcomes.some(({ type }) => type === "pending" || type === "refused"))
    return undefined;
  const { memory } = record;
  return {
    memory: { ...memory, obeyed: [...memory.obeyed, comment.id].slice(-remembered) },
    looks: done.flatMap(({ looks }) => looks ?? []),
  };
}

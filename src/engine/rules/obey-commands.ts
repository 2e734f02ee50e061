/**
 * What a command changes in the memory, once. A comment counts as obeyed when nothing of it is left to be written; that
 * it was is remembered, so that an index built anew does not obey it again.
 */
import { parseCommands } from "../../protocol/command.ts";
import { listenTo, obey, pendingComments } from "../commands/orders.ts";
import type { CommentSeen } from "../fact.ts";
import type { Memory } from "../memory.ts";
import { nothing, type RememberRule, type Situation } from "../rule.ts";

export const obeyCommands: RememberRule = { name: "obey-commands", remember };

/** How many comments' commands an issue remembers as obeyed. */
const remembered = 200;

function remember(situation: Situation) {
  let { memory } = situation.record;
  for (const comment of pendingComments(situation)) {
    if (memory.obeyed.includes(comment.id) || listenTo(situation, comment) !== "trusted") continue;
    memory = obeyed({ ...situation, record: { ...situation.record, memory } }, comment);
  }
  return memory === situation.record.memory ? nothing : { memory };
}

/** All or nothing: where one command of a comment has to wait, or cannot be, the others change nothing. */
function obeyed(situation: Situation, comment: CommentSeen): Memory {
  let { record } = situation;
  let hasObeyed = false;
  for (const command of parseCommands(comment.text)) {
    const outcome = obey({ ...situation, record }, command, comment);
    if (outcome.type === "pending" || outcome.type === "refused") return situation.record.memory;
    if (outcome.type !== "done") continue;
    hasObeyed = true;
    record = { ...record, memory: outcome.memory ?? record.memory };
  }
  const { memory } = record;
  return hasObeyed ? { ...memory, obeyed: [...memory.obeyed, comment.id].slice(-remembered) } : memory;
}

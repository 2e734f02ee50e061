/**
 * Applies a command's change to the persisted state, once. A comment is obeyed when nothing is left to write
 * for it; that is persisted, so that a rebuilt index does not obey it again.
 */
import { isButtonPress } from "../admission/check-run-button.ts";
import type { CommentSeen, NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { type DelayedRefresh, nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { pendingComments, runPendingCommands, trustOfAuthor } from "./comments.ts";
import type { CommandHandler, CommandOutcome } from "./order.ts";

export function obeyCommands(handlers: readonly CommandHandler[]): StateRule {
  return { name: "obey-commands", isInTurn: true, updateState: (input) => updateState(handlers, input) };
}

/** How many obeyed comments an issue's persisted state keeps. */
const remembered = 200;

function updateState(handlers: readonly CommandHandler[], input: RuleInput) {
  let { record } = input;
  const refreshes: DelayedRefresh[] = [];
  for (const comment of pendingComments(input)) {
    const trust = trustOfAuthor(input, comment);
    if (trust === "untrusted" && isButtonPress(comment.id)) record = withRun(record, comment.id);
    if (record.persisted.obeyed.includes(comment.id) || trust !== "trusted") continue;
    const obeyed = obeyAll(handlers, { ...input, record }, comment);
    record = { ...record, persisted: obeyed?.persisted ?? record.persisted };
    refreshes.push(...(obeyed?.refreshes ?? []));
  }
  return record === input.record ? nothing : { persisted: record.persisted, refreshes };
}

/**
 * A button press has no comment that could carry a reaction, so a press by a user without write access is
 * persisted as done.
 */
function withRun(record: IssueRecord, id: NodeId): IssueRecord {
  const { persisted } = record;
  return { ...record, persisted: { ...persisted, ran: [...persisted.ran, id].slice(-remembered) } };
}

interface Obeyed {
  readonly persisted: PersistedState;
  readonly refreshes: readonly DelayedRefresh[];
}

const isUndone: ReadonlySet<CommandOutcome["type"]> = new Set(["pending", "refused", "declined"] as const);

/** All or nothing: if one command of a comment has to wait or is refused, the others change nothing. */
function obeyAll(
  handlers: readonly CommandHandler[],
  input: RuleInput,
  comment: CommentSeen,
): Obeyed | undefined {
  let { record } = input;
  const outcomes = runPendingCommands(handlers, input, comment, (outcome) => {
    if (outcome.type === "done") record = { ...record, persisted: outcome.persisted ?? record.persisted };
    return { ...input, record };
  }).map(({ outcome }) => outcome);
  const done = outcomes.flatMap((outcome) => (outcome.type === "done" ? outcome : []));
  if (done.length === 0 || outcomes.some(({ type }) => isUndone.has(type))) return undefined;
  const { persisted } = record;
  return {
    persisted: { ...persisted, obeyed: [...persisted.obeyed, comment.id].slice(-remembered) },
    refreshes: done.flatMap(({ refreshes }) => refreshes ?? []),
  };
}

/**
 * Applies a command's change to the persisted state, once. A comment is obeyed when nothing is left to write
 * for it; that is persisted, so that a rebuilt index does not obey it again.
 */

import type { CommentSeen, NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import {
  type DelayedRefresh,
  nothing,
  type OrderOutcome,
  type RuleInput,
  type StateRule,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isButtonPress, isOrder } from "../model/spoken.ts";
import { declinedBefore, pendingComments, runPendingCommands, trustOfAuthor } from "./comments.ts";
import { type CommandHandler, type CommandOutcome, isWaiting } from "./order.ts";

export function obeyCommands(handlers: readonly CommandHandler[]): StateRule {
  return { name: "obey-commands", isInTurn: true, updateState: (input) => updateState(handlers, input) };
}

const passive = "another installation of signalbox leads here, and only it decides who holds a task";
const unread =
  "not everything that it depends on could be read, so it cannot be decided yet: try again in a minute";

/** How many obeyed comments an issue's persisted state keeps. */
const remembered = 200;

function updateState(handlers: readonly CommandHandler[], input: RuleInput) {
  const pending = pendingComments(input);
  let record = withoutReported(input.record, pending);
  const refreshes: DelayedRefresh[] = [];
  const answers = new Map<NodeId, OrderOutcome>();
  const passedThrough: PersistedState[] = [];
  for (const comment of pending) {
    const trust = trustOfAuthor(input, comment);
    if (trust === "untrusted" && isButtonPress(comment.id)) record = withRun(record, comment.id);
    if (trust === "untrusted" && isOrder(comment.id)) answers.set(comment.id, withoutAccess(comment));
    if (trust !== "trusted" || isDecided(record, comment.id)) continue;
    const tried = obeyAll(handlers, { ...input, record }, comment);
    record = { ...record, persisted: tried.persisted ?? withDeclined(record, comment.id, tried) };
    refreshes.push(...tried.refreshes);
    passedThrough.push(...tried.passedThrough);
    const answer = isOrder(comment.id) ? answerFor(tried.outcomes, input.context) : undefined;
    if (answer !== undefined) answers.set(comment.id, answer);
    if (isWaiting(tried.outcomes)) break;
  }
  return record === input.record && answers.size === 0 && refreshes.length === 0
    ? nothing
    : { persisted: record.persisted, passedThrough, refreshes, answers };
}

function withoutAccess({ author }: CommentSeen): OrderOutcome {
  const because = `its account ${author.login} has no write access here`;
  return { type: "refused", because, fault: "speaker" };
}

/** Undefined if something has to be written or read first. */
function answerFor(
  outcomes: readonly CommandOutcome[],
  { isPassive }: RuleInput["context"],
): OrderOutcome | undefined {
  for (const outcome of outcomes) {
    if (outcome.type === "refused") return { type: "refused", because: outcome.reason, fault: "words" };
    if (outcome.type === "declined")
      return { type: "refused", because: outcome.because, fault: outcome.fault };
    if (outcome.type === "elsewhere")
      return isPassive === true
        ? { type: "refused", because: passive, fault: "speaker" }
        : { type: "refused", because: unread, fault: "task" };
  }
  return outcomes.every(({ type }) => type === "done") ? { type: "done" } : undefined;
}

/**
 * A claim that lost stays lost: its reaction may be on its way while the holder gives the task back, and
 * an agent that is told that a task is not its own must not hold it.
 */
function withDeclined({ persisted }: IssueRecord, id: NodeId, { outcomes }: Tried): PersistedState {
  const declined = outcomes.find((outcome) => outcome.type === "declined");
  if (declined === undefined || isOrder(id)) return persisted;
  const { because } = declined;
  return { ...persisted, declined: [...persisted.declined, { comment: id, because }].slice(-remembered) };
}

function isDecided({ persisted }: IssueRecord, id: NodeId): boolean {
  return persisted.obeyed.includes(id) || declinedBefore(persisted, id) !== undefined;
}

/** Our reaction, once it exists, carries this information. */
function withoutReported(record: IssueRecord, pending: readonly CommentSeen[]): IssueRecord {
  const { persisted } = record;
  const declined = persisted.declined.filter(({ comment }) => pending.some(({ id }) => id === comment));
  return declined.length === persisted.declined.length
    ? record
    : { ...record, persisted: { ...persisted, declined } };
}

/**
 * A button press has no comment that could carry a reaction, so a press by a user without write access is
 * persisted as done.
 */
function withRun(record: IssueRecord, id: NodeId): IssueRecord {
  const { persisted } = record;
  return { ...record, persisted: { ...persisted, ran: [...persisted.ran, id].slice(-remembered) } };
}

interface Tried {
  readonly outcomes: readonly CommandOutcome[];
  /** Absent if nothing was done. */
  readonly persisted?: PersistedState;
  readonly passedThrough: readonly PersistedState[];
  readonly refreshes: readonly DelayedRefresh[];
}

const isUndone: ReadonlySet<CommandOutcome["type"]> = new Set([
  ...(["pending", "refused", "declined", "waits"] as const),
]);

/** All or nothing: if one command of a comment has to wait or is refused, the others change nothing. */
function obeyAll(handlers: readonly CommandHandler[], input: RuleInput, comment: CommentSeen): Tried {
  let { record } = input;
  const passedThrough: PersistedState[] = [];
  const outcomes = runPendingCommands(handlers, input, comment, (outcome) => {
    if (outcome.type === "done" && outcome.persisted !== undefined) {
      record = { ...record, persisted: outcome.persisted };
      passedThrough.push(record.persisted);
    }
    return { ...input, record };
  }).map(({ outcome }) => outcome);
  const done = outcomes.flatMap((outcome) => (outcome.type === "done" ? outcome : []));
  if (done.length === 0 || outcomes.some(({ type }) => isUndone.has(type)))
    return { outcomes, passedThrough: [], refreshes: whileWaiting(comment, outcomes) };
  return {
    outcomes,
    passedThrough,
    persisted: isOrder(comment.id) ? record.persisted : withObeyed(record, comment.id),
    refreshes: done.flatMap(({ refreshes }) => refreshes ?? []),
  };
}

/** An order that is not answered is due again anyway. */
function whileWaiting({ id }: CommentSeen, outcomes: readonly CommandOutcome[]): readonly DelayedRefresh[] {
  if (isOrder(id)) return [];
  return outcomes.flatMap((outcome) => (outcome.type === "waits" ? outcome.refresh : []));
}

/** An order is kept with its answer by the store; here it would cost a comment that holds it. */
function withObeyed({ persisted }: IssueRecord, id: NodeId): PersistedState {
  return { ...persisted, obeyed: [...persisted.obeyed, id].slice(-remembered) };
}

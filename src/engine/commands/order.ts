/**
 * Defines the outcome of one command. It is computed again after every refresh, so it must describe the
 * current state, not what was done.
 */
import type { Command } from "../../protocol/commands/command.ts";
import type { ChangedTextData } from "../../protocol/text/changed-text.ts";
import type { Text } from "../../protocol/text.ts";
import type { Ruling } from "../admission/authority.ts";
import type { Reason } from "../model/effect.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import {
  type DelayedRefresh,
  type Fault,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../model/rule.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";

export type CommandOutcome =
  /**
   * Refused: `reason` tells the comment's author why and what to do. Unless it `countsLater`, the command has
   * to be given again; if only its form was wrong, the correct form is shown. `tells`: the hash of the text that the
   * reason shows, to which a word given after it is bound. `shows`: that text, which the reply quotes in place of the reason.
   */
  | {
      readonly type: "refused";
      readonly reason: string;
      readonly countsLater?: boolean;
      readonly isMiswritten?: boolean;
      readonly tells?: string;
      /** The person can do it on the pages, and not by a comment. */
      readonly isOnPage?: true;
      readonly shows?: ChangedTextData;
    }
  /** Refused without a reply: a reaction says so, and the ledger why, in a phrase. */
  | { readonly type: "declined"; readonly because: string; readonly fault: Fault }
  /** Only asks for a reply. */
  | { readonly type: "reply"; readonly text: Text }
  /** Something has to be written on GitHub first; the issue is then refreshed. */
  | { readonly type: "pending"; readonly proposed: ProposedEffect }
  /** Something has to be read first: nothing is said, and it is tried again. */
  | { readonly type: "waits"; readonly refresh: DelayedRefresh }
  /** The requested state holds, provided that `persisted` is kept. */
  | {
      readonly type: "done";
      readonly persisted?: PersistedState;
      readonly refreshes?: readonly DelayedRefresh[];
    }
  /** Handled by another rule. */
  | { readonly type: "elsewhere" };

/** How one command is carried out. Its author is trusted: that is checked once, for all commands. */
export type CommandAction<C> = (input: RuleInput, command: C, comment: CommentSeen) => CommandOutcome;

/** Handles commands of one name on the issues that it is for; undefined for all others. */
export type CommandHandler = (
  input: RuleInput,
  command: Command,
  comment: CommentSeen,
) => CommandOutcome | undefined;

/**
 * Combines several handlers of one command: the first that is for the issue handles it.
 * @param isFor undefined: for every issue
 */
export function handlerOf<N extends Command["name"]>(
  name: N,
  order: CommandAction<Extract<Command, { readonly name: N }>>,
  isFor: (record: IssueRecord) => boolean = () => true,
): CommandHandler {
  const isIts = (command: Command): command is Extract<Command, { readonly name: N }> =>
    command.name === name;
  return (input, command, comment) =>
    isIts(command) && isFor(input.record) ? order(input, command, comment) : undefined;
}

export function refuseRuling({
  because,
  isOnPage,
}: Extract<Ruling, { readonly allowed: false }>): CommandOutcome {
  return { type: "refused", reason: because, ...(isOnPage === true ? { isOnPage } : {}) };
}

export function refuse(reason: string): CommandOutcome {
  return { type: "refused", reason };
}

export function declined(because: string, fault: Fault): CommandOutcome {
  return { type: "declined", because, fault };
}

/** How often it is tried again. */
const adoptingMs = 5_000;

/** While an index is filled, it is not known yet which tasks an agent holds. */
export function waitsForLeases(record: IssueRecord): CommandOutcome {
  const because = "The issues of the repository are still being read.";
  return { type: "waits", refresh: { ...refreshSelf(record, adoptingMs, because), unlessFresh: true } };
}

/** Whether one of a comment's commands waits: later comments on the issue then wait, too. */
export function isWaiting(outcomes: readonly CommandOutcome[]): boolean {
  return outcomes.some(({ type }) => type === "waits");
}

/** A refusal whose reply shows the correct form. */
export function refuseMalformed(reason: string): CommandOutcome {
  return { type: "refused", reason, isMiswritten: true };
}

/**
 * The reason of a command's effect, with its author, whose role is checked again before the effect is sent.
 */
export function reasonOf(
  { view, record }: RuleInput,
  { author }: CommentSeen,
  rule: string,
  because = `${author.login} wrote a command.`,
): Reason {
  const actor = {
    id: author.id,
    login: author.login,
    role: roleIn(view, record.seen.repositoryId, author.id),
  };
  return { rule, because, actor };
}

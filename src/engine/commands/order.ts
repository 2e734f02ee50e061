/**
 * What becomes of one command. A newcomer would act where the command is read; what is said here is asked again after
 * every look, so it must be true of how things stand and not of what was done.
 */
import type { Command } from "../../protocol/command.ts";
import type { Text } from "../../protocol/text.ts";
import type { Reason } from "../model/effect.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Memory } from "../model/memory.ts";
import type { LookAgain, Situation, Wish } from "../model/rule.ts";
import { type IssueRecord, roleIn } from "../model/snapshot.ts";

export type Outcome =
  /**
   * Cannot be: `reason` says why and what to do, to the person who wrote it. Unless it `countsLater`, it has to be said
   * again; where it was only written wrongly, in the form that is shown.
   */
  | {
      readonly type: "refused";
      readonly reason: string;
      readonly countsLater?: boolean;
      readonly isMiswritten?: boolean;
    }
  /** Asks for nothing but an answer. */
  | { readonly type: "told"; readonly text: Text }
  /** Something has to be written at GitHub first; then it is looked at again. */
  | { readonly type: "pending"; readonly wish: Wish }
  /** So it is now, if `memory` is kept. */
  | { readonly type: "done"; readonly memory?: Memory; readonly looks?: readonly LookAgain[] }
  /** Another rule sees to it. */
  | { readonly type: "elsewhere" };

/** How one command is obeyed. Whoever wrote it is trusted here: that is asked once, for all commands. */
export type Order<C> = (situation: Situation, command: C, comment: CommentSeen) => Outcome;

/** Handles commands of one name on the issues that it is for; undefined for all others. */
export type CommandHandler = (
  situation: Situation,
  command: Command,
  comment: CommentSeen,
) => Outcome | undefined;

/**
 * Of several handlers of one command, the first that is for the issue handles it.
 * @param isFor undefined: for every issue
 */
export function handlerOf<N extends Command["name"]>(
  name: N,
  order: Order<Extract<Command, { readonly name: N }>>,
  isFor: (record: IssueRecord) => boolean = () => true,
): CommandHandler {
  const isIts = (command: Command): command is Extract<Command, { readonly name: N }> =>
    command.name === name;
  return (situation, command, comment) =>
    isIts(command) && isFor(situation.record) ? order(situation, command, comment) : undefined;
}

export function refused(reason: string): Outcome {
  return { type: "refused", reason };
}

/** The reply shows the right form. */
export function miswritten(reason: string): Outcome {
  return { type: "refused", reason, isMiswritten: true };
}

/** Why a command's effect is wished, with who asked: their role is looked up again before it is sent. */
export function reasonOf({ view, record }: Situation, { author }: CommentSeen, rule: string): Reason {
  const actor = {
    id: author.id,
    login: author.login,
    role: roleIn(view, record.seen.repositoryId, author.id),
  };
  return { rule, because: `${author.login} wrote a command.`, actor };
}

/** The list of all commands. To add one, add a file in this folder and a line here. */

import { type AcceptCommand, acceptCommand } from "./accept.ts";
import { type AckCommand, ackCommand, type ObjectCommand, objectCommand } from "./agree.ts";
import { type AnswerCommand, answerCommand } from "./answer.ts";
import { type ApproveCommand, approveCommand } from "./approve.ts";
import { type BlockCommand, blockCommand, type UnblockCommand, unblockCommand } from "./block.ts";
import {
  type BeatCommand,
  beatCommand,
  type ClaimCommand,
  claimCommand,
  type ReleaseCommand,
  releaseCommand,
} from "./claim.ts";
import { type DecideCommand, decideCommand } from "./decide.ts";
import { type ExplainCommand, explainCommand } from "./explain.ts";
import type { CommandGrammar } from "./grammar.ts";
import { type HelpCommand, helpCommand } from "./help.ts";
import { type LockCommand, lockCommand, type UnlockCommand, unlockCommand } from "./lock.ts";
import { type TellCommand, tellCommand } from "./tell.ts";
import type { NamedText } from "./text-name.ts";
import { type UrgencyCommand, urgencyCommand } from "./urgency.ts";
import { type VerifiedCommand, verifiedCommand } from "./verified.ts";
import { type VoteCommand, voteCommand } from "./vote.ts";

/**
 * A known command that cannot be carried out: its argument is malformed, or it stands where nothing is read.
 */
export interface MalformedCommand {
  readonly name: "malformed";
  readonly word: string;
  /** The correct form. */
  readonly usage: string;
  /** Why it was not read at all: a sentence. */
  readonly unread?: string;
}

/** What a command does, and the text or work that its author says it is about. */
export type Command = Order & NamedText;

type Order =
  | AnswerCommand
  | DecideCommand
  | VoteCommand
  | AckCommand
  | ObjectCommand
  | AcceptCommand
  | VerifiedCommand
  | ApproveCommand
  | BlockCommand
  | UnblockCommand
  | ClaimCommand
  | ReleaseCommand
  | LockCommand
  | UnlockCommand
  | BeatCommand
  | TellCommand
  | UrgencyCommand
  | ExplainCommand
  | HelpCommand
  | MalformedCommand;

/** All commands, in the order in which `/help` lists them. */
export const commands: readonly CommandGrammar<Exclude<Order, MalformedCommand>>[] = [
  answerCommand,
  decideCommand,
  voteCommand,
  ackCommand,
  objectCommand,
  acceptCommand,
  verifiedCommand,
  approveCommand,
  blockCommand,
  unblockCommand,
  claimCommand,
  releaseCommand,
  lockCommand,
  unlockCommand,
  beatCommand,
  tellCommand,
  urgencyCommand,
  explainCommand,
  helpCommand,
];

/** The correct form of a command, and who may use it. */
export function formOfCommand(name: string): Pick<CommandGrammar<Command>, "usage" | "who"> {
  const { usage, who } = commands.find((grammar) => grammar.name === name) ?? helpCommand;
  return { usage, who };
}

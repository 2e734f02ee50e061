/**
 * `/approve 1a2b3c4d`: approves a body whose author has no write access. The eight digits only select the
 * body.
 */
import type { CommandGrammar } from "./grammar.ts";

export interface ApproveCommand {
  readonly name: "approve";
  /** First eight hex digits, in lower case, of the SHA-256 of the body or of the settings under review. */
  readonly hash: string;
}

export const approveCommand: CommandGrammar<ApproveCommand> = {
  name: "approve",
  usage: "/approve <the 8 characters shown>",
  purpose:
    "Makes the current body by an author without write access count. A later edit needs a new approval.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const hash = argument.toLowerCase();
    return /^[0-9a-f]{8}$/.test(hash) ? { name: "approve", hash } : undefined;
  },
};

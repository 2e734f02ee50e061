/**
 * `/approve 1a2b3c4d`: approves a text whose author has no write access. Eight digits choose nothing: they have to agree;
 * our tools write all 64.
 */
import type { CommandGrammar } from "./grammar.ts";

export interface ApproveCommand {
  readonly name: "approve";
  /** The first eight or all hex digits, in lower case, of the SHA-256 of the text or of the settings under review. */
  readonly hash: string;
}

export const approveCommand: CommandGrammar<ApproveCommand> = {
  name: "approve",
  usage: "/approve <the hash shown>",
  purpose:
    "Makes the current body by an author without write access count. A later edit needs a new approval.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const hash = /^(?:text:)?([0-9a-f]{64}|[0-9a-f]{8})$/i.exec(argument)?.[1];
    return hash === undefined ? undefined : { name: "approve", hash: hash.toLowerCase() };
  },
};

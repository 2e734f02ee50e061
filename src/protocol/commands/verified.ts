/** `/verified HASH` on a handover: an account stands for a result that `signalbox verify` found, so that it counts. */
import type { CommandGrammar } from "./grammar.ts";

export interface VerifiedCommand {
  readonly name: "verified";
  /** The result's whole hash, in lower-case hex. */
  readonly result: string;
}

/** The result of a run of `verify` on one commit: its SHA-256, in hex. */
const hash = /^[0-9a-f]{64}$/;

export const verifiedCommand: CommandGrammar<VerifiedCommand> = {
  name: "verified",
  usage: "/verified <hash>",
  purpose: "Lets a result of `signalbox verify` count, on the handover that it is about.",
  who: "people, and agents of another account than the one that does the work",
  takes: "line",
  read: (argument) => (hash.test(argument) ? { name: "verified", result: argument } : undefined),
};

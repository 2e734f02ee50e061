/**
 * The operations that agents run again and again. Their commands load nothing that only other commands need: that is
 * half of what the program is.
 */
import type { Command } from "commander";
import type { Operation } from "../operations/operation.ts";
import { operationCommand } from "./terminal/operation-command.ts";
import type { Terminal } from "./terminal/terminal.ts";

export const oftenUsed: Readonly<Record<string, () => Promise<Operation>>> = {
  ready: async () => (await import("../operations/ready.ts")).ready,
  claim: async () => (await import("../operations/holding/claim.ts")).claim,
  release: async () => (await import("../operations/holding/release.ts")).release,
  wait: async () => (await import("../operations/wait.ts")).wait,
  show: async () => (await import("../operations/show.ts")).show,
  brief: async () => (await import("../operations/brief/brief.ts")).brief,
  list: async () => (await import("../operations/list.ts")).list,
  inbox: async () => (await import("../operations/notes/inbox.ts")).inbox,
  explain: async () => (await import("../operations/explain.ts")).explain,
};

/** The command of an operation that is often used; undefined for any other word. */
export async function oftenUsedCommand(
  word: string | undefined,
  terminal: Terminal,
): Promise<Command | undefined> {
  const load = word !== undefined && Object.hasOwn(oftenUsed, word) ? oftenUsed[word] : undefined;
  return load && operationCommand(await load(), terminal);
}

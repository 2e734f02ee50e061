/** Finds the issues that pending commands refer to. */
import type { Command } from "../../protocol/commands/command.ts";
import type { Ref } from "../../protocol/references/ref.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";

/** Issues named by commands of `record` that have not run. */
export function refsInCommands({ seen, persisted }: IssueRecord): readonly Ref[] {
  const pending = seen.comments.filter(
    ({ id }) => !persisted.ran.includes(id) && !persisted.obeyed.includes(id),
  );
  return pending.flatMap((comment) => spokenCommands(comment).flatMap((command) => refIn(command) ?? []));
}

function refIn(command: Command): Ref | undefined {
  if (command.name === "explain") return command.target;
  return command.name === "block" || command.name === "unblock" ? command.blocker : undefined;
}

/** `/lock` and `/unlock` on a task: which files its holder works on. */
import { parseDuration } from "../../base/duration.ts";
import { withoutCodeMarks } from "../code-marks.ts";
import { agentNamePart } from "./claim.ts";
import type { CommandGrammar } from "./grammar.ts";

export interface LockCommand {
  readonly name: "lock";
  /** The agent that asks, where the account does not tell. */
  readonly as: string | undefined;
  readonly isShared: boolean;
  /** As they were written: whether they can be globs is checked where their author is told. */
  readonly globs: readonly string[];
  /** How long it lasts from the grant; undefined: as long as the lease. */
  readonly forMs: number | undefined;
}

export interface UnlockCommand {
  readonly name: "unlock";
  readonly as: string | undefined;
  /** Empty: all of them. */
  readonly globs: readonly string[];
}

const agentName = new RegExp(`^${agentNamePart}$`, "i");

export const lockCommand: CommandGrammar<LockCommand> = {
  name: "lock",
  usage: "/lock [as ada] [shared] src/api/** docs/api.md [for 10m]",
  purpose: "Locks files for the task's holder, or asks for them until they are free.",
  who: "its holder, and people with write access",
  takes: "line",
  endsInWords: true,
  read: (argument) => {
    const { as, words } = spokenWords(argument);
    const { forMs, rest } = withoutDuration(words);
    const isShared = rest[0]?.toLowerCase() === "shared";
    const globs = isShared ? rest.slice(1) : rest;
    if (globs.length === 0 || forMs === "malformed") return undefined;
    return { name: "lock", as, isShared, globs, forMs };
  },
};

export const unlockCommand: CommandGrammar<UnlockCommand> = {
  name: "unlock",
  usage: "/unlock [as ada] [src/api/** docs/api.md]",
  purpose: "Gives up locks of the task, or all of them.",
  who: "its holder, and people with write access",
  takes: "line",
  endsInWords: true,
  read: (argument) => {
    const { as, words } = spokenWords(argument);
    return { name: "unlock", as, globs: words };
  },
};

interface Words {
  readonly as: string | undefined;
  readonly words: readonly string[];
}

/** Stars are often put between backticks, as Markdown would take them for emphasis. */
function spokenWords(argument: string): Words {
  const words = argument.split(/\s/).flatMap((word) => withoutCodeMarks(word) || []);
  const as = words[0]?.toLowerCase() === "as" ? agentName.exec(words[1] ?? "")?.[1] : undefined;
  return as === undefined ? { as, words } : { as, words: words.slice(2) };
}

/** `for 10m` or `for 10 m` at the end. */
function withoutDuration(words: readonly string[]): {
  readonly forMs: number | undefined | "malformed";
  readonly rest: readonly string[];
} {
  const at = words.findLastIndex((word) => word.toLowerCase() === "for");
  const length = words
    .slice(at + 1)
    .join(" ")
    .toLowerCase();
  if (at < 0 || !/^\d/.test(length)) return { forMs: undefined, rest: words };
  return { forMs: parseDuration(length) || "malformed", rest: words.slice(0, at) };
}

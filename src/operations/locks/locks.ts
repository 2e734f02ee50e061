/** Lists who has locked which files, or says which of some paths others have locked. */
import { z } from "zod";
import { toIsoSeconds, toMinuteUtc } from "../../base/clock.ts";
import { type FileGlob, maxGlobLength, parseFileGlob } from "../../base/glob/file-glob.ts";
import { knownGlob } from "../../base/glob/known-globs.ts";
import { haveCommonPath } from "../../base/glob/overlap.ts";
import type { LockLine } from "../../engine/locks/lock-lines.ts";
import { sayFault } from "../../engine/locks/task-files.ts";
import { formatRef, type RepositoryName } from "../../protocol/references/ref.ts";
import { agentInput } from "../holding/holding.ts";
import { issueInput, repoInput, servedRepository } from "../issue.ts";
import { operation } from "../operation.ts";
import type { Look } from "../output/look.ts";
import { issueName, millis, readingShape } from "../output/shapes.ts";
import { tableLines } from "../output/table.ts";
import { oneLine, quotedWords } from "../output/terminal-text.ts";
import { conflictsWith, linesIn, type PathConflict } from "./lock-table.ts";

const place = {
  holder: z.string().describe("an agent or a login"),
  issue: issueName,
  glob: z.string(),
} as const;
export const locksOutput = z.object({
  ...readingShape,
  repository: z.string().describe("owner/name"),
  locks: z
    .array(
      z.object({
        ...place,
        mode: z.enum(["shared", "exclusive"]),
        isLocked: z.boolean().describe("false while it waits"),
        since: millis.optional(),
        until: millis.optional(),
        behind: z.array(z.object(place)).describe("who has it, or asked before"),
      }),
    )
    .optional()
    .describe("absent if paths were given"),
  conflicts: z
    .array(z.object({ path: z.string(), ...place }))
    .optional()
    .describe("if paths were given: which of them others have locked"),
});

export const locks = operation({
  name: "locks",
  summary: "List which files are locked, for which task, and who waits for them",
  audience: "agents",
  input: z.object({
    repo: repoInput.optional(),
    paths: z
      .array(z.string().min(1).max(4_096))
      .max(100_000)
      .describe("only say which of these paths others have locked")
      .optional(),
    under: z
      .string()
      .trim()
      .min(1)
      .max(maxGlobLength)
      .transform((text, context) => {
        const glob = parseFileGlob(text.replace(/^\.?\//, "").replace(/(?<=[^/])\/$/, ""));
        if (typeof glob !== "string") return glob;
        context.addIssue(`${JSON.stringify(oneLine(text, 60))} is no path: ${sayFault(glob)}.`);
        return z.NEVER;
      })
      .describe("only list locks on this file, or on files below this folder")
      .optional(),
    agent: agentInput.describe(
      "with paths: the agent whose own locks do not count (default: SIGNALBOX_AGENT)",
    ),
    issue: issueInput.describe("with paths: the task whose own locks do not count").optional(),
  }),
  effect: "reads",
  tool: "dispatched",
  output: locksOutput,
  positional: [],
  examples: [
    "locks",
    "locks --json",
    "locks --under src/api",
    "locks --paths src/api/users.ts docs/api.md --agent ada",
  ],
  reads: "object",
  run: async (ports, { repo, paths, under, agent = ports.agent, issue }) => {
    const repository = await servedRepository(ports, repo);
    const table = await ports.board.lockTable(repository.id);
    const now = ports.clock.now();
    const name = `${repository.owner}/${repository.repo}`;
    if (paths === undefined) {
      const lines = linesIn(table, now).filter(({ glob }) => under === undefined || isUnder(glob, under));
      return { repository: name, locks: lines.map(lineIn(repository)) };
    }
    const asking = { agent, task: issue?.number };
    return {
      repository: name,
      conflicts: conflictsWith(table, paths, asking, now).map(conflictIn(repository)),
    };
  },
  text: (result, { look }) => {
    if (result.locks !== undefined)
      return result.locks.length === 0
        ? "Nothing is locked."
        : tableLines(result.locks.map(cells(look)), look, { flexible: 3 }).join("\n");
    return result.conflicts.length === 0
      ? "Nobody else has locked these paths."
      : result.conflicts.map(conflictLine).join("\n");
  },
  unmet: "others have locked some of the paths; `--staged` exits with 1 then",
  isMet: ({ conflicts = [] }) => conflicts.length === 0,
});

function isUnder(glob: string, wanted: FileGlob): boolean {
  const parsed = knownGlob(glob);
  return typeof parsed !== "string" && haveCommonPath(parsed, wanted);
}

type Line = ReturnType<ReturnType<typeof lineIn>>;

function lineIn({ owner, repo }: RepositoryName) {
  const nameOf = (number: number) => formatRef({ owner, repo, number });
  return ({ glob, isShared, holder, task, since, until, behind }: LockLine) => ({
    glob,
    mode: isShared ? ("shared" as const) : ("exclusive" as const),
    holder,
    issue: nameOf(task),
    isLocked: since !== undefined,
    since,
    until,
    behind: behind.map((each) => ({ holder: each.holder, issue: nameOf(each.task), glob: each.glob })),
  });
}

function conflictIn({ owner, repo }: RepositoryName) {
  return ({ path, glob, holder, task }: PathConflict) => ({
    path,
    glob,
    holder,
    issue: formatRef({ owner, repo, number: task }),
  });
}

function conflictLine({ path, glob, holder, issue }: ReturnType<ReturnType<typeof conflictIn>>): string {
  return `${quotedWords(path, 200)} is locked by ${oneLine(holder, 60)} for ${issue} (${quotedWords(glob, 200)}).`;
}

/** Times are in full for programs that read the lines of a pipe. */
const cells =
  ({ isTerminal }: Look) =>
  ({ glob, mode, holder, issue, since, until, behind }: Line): readonly string[] => {
    const timeOf = isTerminal ? toMinuteUtc : toIsoSeconds;
    const [first] = behind;
    const waits = first === undefined ? "waits" : `waits for ${first.holder} (${first.issue})`;
    const end = until === undefined ? "" : `, until ${timeOf(until)}`;
    const state = since === undefined ? waits : `since ${timeOf(since)}${end}`;
    return [issue, oneLine(holder, 60), mode, oneLine(glob, 200), state];
  };

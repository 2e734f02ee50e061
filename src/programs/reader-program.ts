/**
 * Requires of a reader's command line that nobody but the operator chose what runs: an absolute path, outside of the folder that
 * the server works in, where agents and pull requests may write. A program that is known has to be told to do without
 * whatever a question could make it do.
 */
import { realpathSync } from "node:fs";
import { basename, isAbsolute, relative } from "node:path";
import { UserError } from "../base/errors.ts";

export interface ReaderProgram {
  /** The program and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** The model's key, as the program's environment has it. */
  readonly key: { readonly name: string; readonly value: string } | undefined;
}

/** Without these, the program has tools, or those of servers that settings name. */
const claudesOwn: readonly (readonly string[])[] = [["-p"], ["--tools", ""], ["--strict-mcp-config"]];
const claudesLine = '["/usr/local/bin/claude", "-p", "--tools", "", "--strict-mcp-config"]';
/** They have no switch that takes every tool away. */
const notReaders: ReadonlySet<string> = new Set(["codex", "opencode", "gemini", "qwen", "copilot"]);
/** What would give tools back. */
const opening =
  /^--(?:allowed-?tools|mcp-config|add-dir|dangerously-skip-permissions|permission-mode|plugin-dir)/i;

/** @throws UserError for a command line that is no reader */
export function requireReader({ argv }: Pick<ReaderProgram, "argv">, workFolder: string): void {
  const [program, ...words] = argv;
  if (!isAbsolute(program))
    throw new UserError(
      `A program that reads what others wrote is named by its absolute path, found ${JSON.stringify(program.slice(0, 200))}. Find it with: command -v ${basename(program)}`,
    );
  for (const path of [program, ...words].filter((word) => isAbsolute(word)))
    if (isWithin(workFolder, path))
      throw new UserError(
        `${path} is in the folder that the server works in, where others may change it. Install it elsewhere.`,
      );
  const name = basename(program);
  if (notReaders.has(name))
    throw new UserError(
      `${name} cannot be started without tools, so it cannot read what others wrote. Use Claude Code (${claudesLine}), a program of your own without tools, or a model (SIGNALBOX_MODEL_PROVIDER).`,
    );
  if (name === "claude" && !isClaudeReader(words))
    throw new UserError(
      `Claude Code reads what others wrote only without tools and without MCP servers: ${claudesLine}`,
    );
}

function isClaudeReader(words: readonly string[]): boolean {
  const has = (wanted: readonly string[]): boolean =>
    words.some((_, at) => wanted.every((word, step) => words[at + step] === word));
  return claudesOwn.every(has) && !words.some((word) => opening.test(word));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(real(folder), real(path));
  return way === "" || (way !== ".." && !way.startsWith("../") && !isAbsolute(way));
}

/** Where links lead; a path that is not there stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

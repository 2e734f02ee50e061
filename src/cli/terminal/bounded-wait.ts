/**
 * Keeps a command that waits within the time after which an agent's program ends its commands: one that is ended so says
 * nothing at all. Claude Code and opencode end them after two minutes unless the model asks for more.
 */

import type { Millis } from "../../base/clock.ts";
import { formatDuration, parseDuration } from "../../base/duration.ts";
import type { Operation } from "../../operations/operation.ts";

type Input = Readonly<Record<string, unknown>>;

export interface BoundedInput {
  readonly given: Input;
  /** The most that it waits, if a program may end it; undefined where it waits as it was told. */
  readonly atMostMs: Millis | undefined;
}

/** Shorter than any program's limit. */
const usualMs: Millis = 55_000;
const longestMs: Millis = 110_000;

/** @param env of the shell: programs mark theirs */
export async function boundWait(
  { name, input }: Pick<Operation, "name" | "input">,
  given: Input,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BoundedInput> {
  const flag = waitingFlag(name, input.shape, given);
  if (flag === undefined || !(await isAgentsShell(env))) return { given, atMostMs: undefined };
  const asked = given[flag];
  const wantedMs = typeof asked === "string" ? parseDuration(asked) : usualMs;
  // What is no duration is refused where all input is checked.
  if (wantedMs === undefined) return { given, atMostMs: undefined };
  const atMostMs = Math.min(wantedMs, longestMs);
  return { given: { ...given, [flag]: formatDuration(atMostMs) }, atMostMs };
}

/** How to go on, for a wait that was not met. @param issue what it waits for; undefined for the inbox */
export function waitOn(issue: string | undefined): string {
  const again = issue === undefined ? "inbox --wait" : `wait '${issue}' --timeout`;
  return `Programs end commands that take long, so a command waits here for ${formatDuration(longestMs)} at most, and for ${formatDuration(usualMs)} if no time is given. To go on waiting: signalbox ${again} ${formatDuration(longestMs)}`;
}

/** The flag that says how long the command waits; undefined if it does not. */
function waitingFlag(name: string, shape: Input, given: Input): string | undefined {
  if (name === "inbox") return given.wait === undefined ? undefined : "wait";
  if (!("timeout" in shape)) return undefined;
  return name === "wait" || given.wait === true || given.timeout !== undefined ? "timeout" : undefined;
}

async function isAgentsShell(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { harnesses } = await import("../../harness/table.ts");
  return Object.values(harnesses).some(({ variables }) => variables.some((name) => (env[name] ?? "") !== ""));
}

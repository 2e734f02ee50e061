/**
 * Tests invariants in a checkout, one after the other. Resolve links before testing that a file exists: one
 * could lead outside the checkout.
 */
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { formatDuration } from "../base/duration.ts";
import { unreachable } from "../base/errors.ts";
import type { Invariant } from "../protocol/settings/invariant.ts";
import { type Caps, type RunResult, runCapped } from "./capped-command.ts";
import type { Checkout } from "./checkout.ts";

export interface Tried {
  readonly name: string;
  readonly holds: boolean;
  /** The result, in words. */
  readonly found: string;
  /** The end of the command's output; empty if the invariant holds. */
  readonly outputTail: string;
}

interface TryOptions {
  readonly caps: Caps;
  readonly signal: AbortSignal;
  /** Called after each invariant. */
  readonly tried: (one: Tried) => void;
}

/** In the order of the settings: one may install what the next one needs. Never rejects. */
export async function tryInvariants(
  invariants: readonly Invariant[],
  checkout: Pick<Checkout, "folder" | "env">,
  { caps, signal, tried }: TryOptions,
): Promise<readonly Tried[]> {
  const all: Tried[] = [];
  for (const invariant of invariants) {
    const one = "command" in invariant ? await tryCommand(invariant) : await tryFile(invariant);
    all.push(one);
    tried(one);
  }
  return all;

  async function tryCommand({
    name,
    command,
    exit,
  }: Extract<Invariant, { command: unknown }>): Promise<Tried> {
    const place = { purpose: "check", folder: checkout.folder, env: checkout.env, signal } as const;
    const ran = await runCapped(command, place, caps);
    const holds = ran.exit.type === "exited" && ran.exit.code === exit;
    return { name, holds, found: describeExit(ran, exit, caps), outputTail: holds ? "" : ran.outputTail };
  }

  async function tryFile({
    name,
    file_exists,
  }: Extract<Invariant, { file_exists: unknown }>): Promise<Tried> {
    const holds = await isWithin(checkout.folder, file_exists);
    return { name, holds, found: holds ? "is there" : "is not there", outputTail: "" };
  }
}

function describeExit({ exit }: RunResult, expectedCode: number, { timeMs, outputBytes }: Caps): string {
  switch (exit.type) {
    case "exited":
      return `exit code ${exit.code}${exit.code === expectedCode ? "" : `, and ${expectedCode} is right`}`;
    case "killed":
      return `was ended by ${exit.by}`;
    case "took too long":
      return `took longer than ${formatDuration(timeMs)}`;
    case "wrote too much":
      return `wrote more than ${outputBytes} bytes`;
    case "interrupted":
      return "was interrupted";
    case "not started":
      return `could not be started: ${exit.why}`;
    default:
      return unreachable(exit);
  }
}

async function isWithin(folder: string, path: string): Promise<boolean> {
  try {
    const inside = await realpath(folder);
    const found = await realpath(join(folder, path));
    return found.startsWith(`${inside}${sep}`);
  } catch {
    return false;
  }
}

/**
 * The record of one run, as it stands in `runs/<id>/metadata.json` of the data folder. Every harness leaves the
 * same keys; what a program does not report is null. Names of keys outlive a release.
 */
import { z } from "zod";
import type { ProgramExit } from "../../programs/run-program.ts";
import { type HarnessResult, harnessNames } from "../harness.ts";

const usageShape = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable(),
});

/**
 * What had become of the task when the program had ended by itself: it waits for something, is in review, has a new question, or
 * is no longer the agent's (`over`). With `nothing` it was given back.
 */
export const outcomes = ["waits", "in review", "asked", "over", "nothing"] as const;
export type Outcome = (typeof outcomes)[number];

export const runRecordShape = z.object({
  v: z.literal(1),
  /** A ULID. */
  id: z.string(),
  /** The id of the first run that held the task under this lease. */
  session: z.string(),
  agent: z.string(),
  issue: z.string(),
  token: z.number(),
  harness: z.enum(harnessNames),
  command: z.array(z.string()),
  folder: z.string(),
  /** The process that runs it: see `ProcessIdentity`. */
  machine: z.string(),
  pid: z.number(),
  processStart: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** How the program ended; null while it runs. */
  exit: z.object({ type: z.string(), code: z.number().nullable(), why: z.string().nullable() }).nullable(),
  /** Whether the program reports success. */
  ok: z.boolean().nullable(),
  /** The agent's last message. */
  text: z.string(),
  resumeId: z.string().nullable(),
  usage: usageShape.nullable(),
  /** What the program says that it was not allowed to do. */
  denials: z.array(z.string()),
  /** How much the program printed. */
  outputBytes: z.number(),
  /** Its last lines if it failed, so that nobody has to open the record to see why; empty otherwise. */
  tail: z.string(),
  /** Null while it runs, and if it was stopped. */
  outcome: z.enum(outcomes).nullable(),
  /** Whether the agent still held the task when the run ended. */
  isHeld: z.boolean(),
  /** Why the task was given back, or was lost. */
  because: z.string().nullable(),
});
export type RunRecord = z.infer<typeof runRecordShape>;

export function exitOf(exit: ProgramExit): RunRecord["exit"] {
  const { type } = exit;
  switch (type) {
    case "exited":
      return { type, code: exit.code, why: null };
    case "killed":
      return { type, code: null, why: exit.by };
    case "not started":
      return { type, code: null, why: exit.why };
    default:
      return { type, code: null, why: null };
  }
}

export function resultOf({
  ok,
  text,
  resumeId,
  usage,
  denials,
}: HarnessResult): Pick<RunRecord, "ok" | "text" | "resumeId" | "usage" | "denials"> {
  return {
    ok: ok ?? null,
    text,
    denials: [...denials],
    resumeId: resumeId ?? null,
    usage: usage === undefined ? null : { ...usage, costUsd: usage.costUsd ?? null },
  };
}

/** Whether the program ended by itself, without an error, and reports none; whatever it did. */
export function endedWell({ exit, ok }: Pick<RunRecord, "exit" | "ok">): boolean {
  return exit?.type === "exited" && exit.code === 0 && ok !== false;
}

/** Whether it ended well, and something came of it: a program that did nothing is no success. */
export function succeeded(record: Pick<RunRecord, "exit" | "ok" | "outcome">): boolean {
  return endedWell(record) && record.outcome !== null && record.outcome !== "nothing";
}

/**
 * The `runs` folder in the data folder: one folder for each run, named by its id, so that names sort by time. Only
 * the owner may read it. Everything is redacted before it is written.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UserError } from "../../base/errors.ts";
import { presenceOf } from "../../programs/process-identity.ts";
import { visible } from "../../protocol/characters.ts";
import { redact } from "../../protocol/render/redact.ts";
import type { Usage } from "../harness.ts";
import { usageTogether } from "../usage.ts";
import { type RunRecord, runRecordShape } from "./run-record.ts";

/** Older runs are deleted when a new one begins. */
const maxRuns = 1_000;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** What one run writes. Errors are left to the caller: a run must not begin without a record. */
export interface RunFolder {
  readonly path: string;
  readonly writeInput: (text: string) => void;
  readonly writeOutput: (text: string) => void;
  readonly writeRecord: (record: RunRecord) => void;
}

/**
 * @param secrets known values that must not be written
 * @throws UserError if nothing can be written there
 */
export function openRunFolder(home: string, id: string, secrets: readonly string[]): RunFolder {
  const path = join(home, "runs", id);
  const write = (name: string, text: string): void => {
    const draft = join(path, `${name}.draft`);
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, join(path, name));
    } catch (thrown) {
      throw new UserError(`The record of the run could not be written to ${path}: ${messageOf(thrown)}`, {
        cause: thrown,
      });
    }
  };
  return {
    path,
    writeInput: (text) => write("input.md", redact(visible(text), secrets)),
    writeOutput: (text) => write("output.md", redact(visible(text), secrets)),
    writeRecord: (record) =>
      write("metadata.json", `${JSON.stringify(redacted(record, secrets), undefined, 2)}\n`),
  };
}

/** Redacts each value, not the JSON, where a redaction could remove quotes. */
function redacted(record: RunRecord, secrets: readonly string[]): RunRecord {
  const { command, text, exit, because, tail, denials } = record;
  const clean = (value: string): string => redact(visible(value), secrets);
  return {
    ...record,
    command: command.map(clean),
    text: clean(text),
    tail: clean(tail),
    denials: denials.map(clean),
    exit: exit && { ...exit, why: exit.why && clean(exit.why) },
    because: because && clean(because),
  };
}

/** Deletes the oldest runs beyond the limit. Best effort: another run may delete the same ones. */
export function pruneRuns(home: string): void {
  for (const id of idsIn(home).slice(maxRuns))
    rmSync(join(home, "runs", id), { recursive: true, force: true });
}

/** A run whose record cannot be read keeps its place in the list. */
export type ListedRun =
  | { readonly type: "run"; readonly record: RunRecord }
  | { readonly type: "unreadable"; readonly id: string };

/** The newest first. */
export function listRuns(home: string, limit: number): readonly ListedRun[] {
  return idsIn(home)
    .slice(0, limit)
    .map((id) => {
      const record = readRecord(home, id);
      return record === undefined ? { type: "unreadable", id } : { type: "run", record };
    });
}

/**
 * The run to continue: the agent's last one on the task, if that is over, or was killed, and the agent still held the task. A new
 * session would be refused until the earlier one had been silent for a while, and would then get a new token.
 */
export function runToContinue(home: string, agent: string, issue: string): RunRecord | undefined {
  const last = lastRuns(home, agent).find((record) => record.issue === issue);
  return last?.isHeld === true && (last.endedAt !== null || presenceOf(last) === "gone") ? last : undefined;
}

/** The agent's last run on each task, the newest first. */
export function lastRuns(home: string, agent: string): readonly RunRecord[] {
  const seen = new Map<string, RunRecord>();
  for (const run of listRuns(home, Number.POSITIVE_INFINITY))
    if (run.type === "run" && run.record.agent === agent && !seen.has(run.record.issue))
      seen.set(run.record.issue, run.record);
  return [...seen.values()];
}

/** What other runs of a conversation used; undefined if there are none. */
export function usageOfConversation(home: string, { id, resumeId }: RunRecord): Usage | undefined {
  const others = listRuns(home, maxRuns).flatMap((run) =>
    run.type === "run" && run.record.id < id && run.record.resumeId === resumeId && run.record.usage !== null
      ? [{ ...run.record.usage, costUsd: undefined }]
      : [],
  );
  return others.length === 0 ? undefined : usageTogether(others);
}

/** Undefined if there is no such run, or its record cannot be read. */
export function readRecord(home: string, id: string): RunRecord | undefined {
  const text = readPart(home, id, "metadata.json");
  if (text === undefined) return undefined;
  try {
    return runRecordShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Undefined if the run has not written it. */
export function readPart(
  home: string,
  id: string,
  name: "input.md" | "output.md" | "metadata.json",
): string | undefined {
  if (!ulid.test(id)) return undefined;
  try {
    return readFileSync(join(home, "runs", id, name), "utf8");
  } catch {
    return undefined;
  }
}

function idsIn(home: string): readonly string[] {
  try {
    return readdirSync(join(home, "runs"))
      .filter((name) => ulid.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

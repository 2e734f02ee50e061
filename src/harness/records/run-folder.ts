/**
 * The `runs` folder in the data folder: one folder for each run, named by its id, so that names sort by time. Only
 * the owner may read it. Everything is redacted before it is written.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, UserError } from "../../base/errors.ts";
import { visible } from "../../protocol/characters.ts";
import { redact } from "../../protocol/render/redact.ts";
import { isRunning } from "./run-process.ts";
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
  const { command, text, exit, because, tail } = record;
  const clean = (value: string): string => redact(visible(value), secrets);
  return {
    ...record,
    command: command.map(clean),
    text: clean(text),
    tail: clean(tail),
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
 * The session to continue: that of the agent's last run on the task, if that run is over, or was killed, and the agent still held
 * the task. A new session would be refused until the earlier one had been silent for a while, and would then get a new token.
 */
export function sessionToContinue(home: string, agent: string, issue: string): string | undefined {
  for (const id of idsIn(home)) {
    const record = readRecord(home, id);
    if (record?.agent === agent && record.issue === issue)
      return record.isHeld && (record.endedAt !== null || !isRunning(record)) ? record.session : undefined;
  }
  return undefined;
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

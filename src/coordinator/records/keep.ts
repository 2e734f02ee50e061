/**
 * Writes records of decisions, tracks and contracts, in repositories where the App may write contents. Each round
 * compares the wanted files with the existing ones, so it can run late or twice, or lose a race to another
 * writer.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Text } from "../../protocol/text.ts";
import { createBackgroundWork } from "../background-work.ts";
import type { Questions } from "../ports.ts";
import { interfacesOf } from "./contracts.ts";
import { decisionsOf } from "./decisions.ts";
import type { RecordFiles, Written } from "./ports.ts";
import { tracksOf } from "./tracks.ts";
import { contractFiles, decisionFiles, trackFiles, type Wanted } from "./wanted.ts";

/** Where records are written. */
interface RecordTarget {
  readonly files: RecordFiles;
  /** False while the repository is paused, archived or not accessible. */
  readonly mayWriteTo: (repository: RepositorySeen) => boolean;
  /** Called for each file that was written, for the ledger. */
  readonly wrote: (repository: RepositorySeen, path: string, message: string) => Promise<void>;
}

interface Needs {
  readonly target: RecordTarget;
  readonly records: Pick<Questions, "ofKind" | "repositories">;
  readonly settingsOf: (repositoryId: RepositoryId) => Settings;
  readonly render: (text: Text) => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Keeper {
  /**
   * Schedules a round, since there may be something to write. Returns immediately; a round under way is
   * followed by another.
   */
  readonly wake: () => void;
  /** Resolves once no round is under way. */
  readonly idle: () => Promise<void>;
}

/** How many issues of each kind are read, newest first: a page shows fewer. */
const newest = 500;
/** Commits in one round; the rest waits for the next. */
const writesARound = 20;
/** How long to wait after a refusal. */
const refusedMs = 60 * 60_000;
/** How many times in a row another writer may win; after that the next round retries. */
const tries = 3;

/** @param signal ends the rounds: what is left is written after the next start */
export function createKeeper(needs: Needs, signal: AbortSignal): Keeper {
  const refusedAt = new Map<RepositoryId, Millis>();
  const rounds = createBackgroundWork<"round">(async () => {
    for (const repository of needs.records.repositories())
      if (!signal.aborted) await round(needs, repository, refusedAt);
  });
  return { wake: () => rounds.wake("round"), idle: rounds.idle };
}

/** One repository. Never rejects: what failed is retried in the next round. */
async function round(
  needs: Needs,
  repository: RepositorySeen,
  refusedAt: Map<RepositoryId, Millis>,
): Promise<void> {
  const { target, settingsOf, clock, logger } = needs;
  const { by } = settingsOf(repository.id).records;
  const isTooSoon = clock.now() - (refusedAt.get(repository.id) ?? -Infinity) < refusedMs;
  if (by === "none" || isTooSoon || !target.mayWriteTo(repository)) return;
  const where = `${repository.owner}/${repository.name}`;
  try {
    const result = await keepRecords(needs, repository);
    refusedAt.delete(repository.id);
    if (result !== "not allowed") return;
    refusedAt.set(repository.id, clock.now());
    logger.info({ repository: where }, "decisions are not recorded: no write access to contents");
  } catch (thrown) {
    logger.warn({ repository: where, error: messageOf(thrown) }, "could not record decisions");
  }
}

/** @returns the last result; `written` even if nothing had to be written */
async function keepRecords(needs: Needs, repository: RepositorySeen): Promise<Written> {
  const { target, records, settingsOf, render } = needs;
  const places = settingsOf(repository.id).records;
  const of = (kind: Parameters<Questions["ofKind"]>[1]) => records.ofKind(repository.id, kind, newest);
  const questions = await of("question");
  const answers = await of("answer");
  const made = decisionsOf(questions, answers);
  const tracks = tracksOf([...(await of("task")), ...questions, ...(await of("handover"))], made);
  const { inForce } = interfacesOf(await of("contract"), repository);
  if (made.length === 0 && tracks.length === 0 && inForce.length === 0) return "written";
  const branch = places.by === "pull-request" ? recordsBranch : undefined;
  const page = await target.files.read(repository, places.decisions, branch);
  const wanted = [
    ...decisionFiles(made, page?.text, places, render),
    ...contractFiles(inForce, places, render),
    ...trackFiles(tracks, places, render),
  ];
  return writeAll(target, repository, wanted, branch);
}

const recordsBranch = "signalbox/records";

async function writeAll(
  { files, wrote }: RecordTarget,
  repository: RepositorySeen,
  wanted: readonly Wanted[],
  branch: string | undefined,
): Promise<Written> {
  let written = 0;
  for (const file of wanted) {
    if (written >= writesARound) break;
    const result = await writeOne(files, repository, file, branch);
    if (result === "not allowed") return result;
    if (result !== "written") continue;
    written += 1;
    await wrote(repository, file.path, file.message);
  }
  // Also with nothing left to write: the round that wrote it may have ended before it could open the pull
  // request.
  if (branch === undefined) return "written";
  const body =
    "Decisions, tracks and contracts, taken from the issues. Merge this, or close it and change the setting `records.by`.";
  return files.propose(repository, { branch, title: "Record decisions and tracks", body });
}

/** @returns undefined if the file is already right, or if other writers kept changing it */
async function writeOne(
  files: RecordFiles,
  repository: RepositorySeen,
  { path, message, from }: Wanted,
  branch: string | undefined,
): Promise<Written | undefined> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const replaces = await files.read(repository, path, branch);
    const text = from(replaces?.text);
    if (text === undefined) return undefined;
    if (branch !== undefined && (await files.branch(repository, branch)) === "not allowed")
      return "not allowed";
    const result = await files.write(repository, { path, text, replaces, message, branch });
    if (result !== "changed meanwhile") return result;
  }
  return undefined;
}

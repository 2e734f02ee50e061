/** Compares stored pull requests with the locks of their repository, and writes each check that says something new. */
import type { Clock, Millis } from "../../base/clock.ts";
import {
  judgePull,
  type LockedFiles,
  lockedFiles,
  type PullVerdict,
  worstOf,
} from "../../engine/locks/pull-check.ts";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { LocksCheckData } from "../../protocol/text/check.ts";
import type { Text } from "../../protocol/text.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import { inSteps } from "../in-steps.ts";
import type { LocksShown, LocksWriter, PullStore, StoredPull } from "../ports/pulls.ts";
import type { Ownership } from "./own-tasks.ts";

export interface Comparison {
  readonly repository: RepositorySeen;
  readonly pulls: readonly StoredPull[];
  readonly owners: Ownership;
  readonly tasks: readonly TaskLocks[];
  readonly settings: Settings;
  /** Whether pull requests without a check get one. */
  readonly isNeeded: boolean;
  readonly now: Millis;
}

/**
 * Never rejects because of one pull request. `incomplete`: some could not be written; `stopped`: nothing more may be
 * written now.
 */
export type ComparePulls = (
  comparison: Comparison,
  mayWrite: () => boolean,
) => Promise<"done" | "incomplete" | "stopped">;

interface Needs {
  readonly index: Pick<PullStore, "savePull">;
  readonly writer: LocksWriter;
  readonly render: (text: Text) => string;
  readonly clock: Clock;
  readonly failures: Pick<FailureHandler, "attempt">;
}

export function createComparePulls(needs: Needs): ComparePulls {
  const { index, writer, clock, failures } = needs;
  return async (comparison, mayWrite) => {
    const { repository, pulls, tasks, settings, isNeeded, now } = comparison;
    const { id, installationId } = repository;
    const locked = await inSteps(clock, lockedFiles(tasks, settings, now));
    const show = writer.showLocks(installationId, id);
    let isComplete = true;
    // A check belongs to a commit, which may be the head of several pull requests.
    for (const sameHead of Map.groupBy(pulls, ({ headSha }) => headSha).values()) {
      if (!isNeeded && sameHead.every(({ shown }) => shown === undefined)) continue;
      const shown = await shownOn(needs, comparison, sameHead, locked);
      if (isShown(sameHead, shown)) continue;
      if (!mayWrite()) return "stopped";
      const isWritten = await failures.attempt("show which files are locked", repository, async () => {
        // Before the request: a store that takes no writes must not lead to one request after the other.
        for (const { shown: _, ...pull } of sameHead) await index.savePull(id, pull);
        await show(shown);
        for (const pull of sameHead) await index.savePull(id, { ...pull, shown: shown.shows });
      });
      isComplete &&= isWritten;
    }
    return isComplete ? "done" : "incomplete";
  };
}

/** A pull request that is new says nothing yet, and the others with its head have said it for it. */
function isShown(sameHead: readonly StoredPull[], { shows }: LocksShown): boolean {
  const said = sameHead.flatMap(({ shown }) => shown ?? []);
  return said.length > 0 && said.every((each) => each === shows);
}

/** How many overlaps a summary lists. */
const maxListed = 100;

async function shownOn(
  { render, clock }: Needs,
  { settings, owners }: Comparison,
  sameHead: readonly StoredPull[],
  locked: LockedFiles,
): Promise<LocksShown> {
  const verdicts: PullVerdict[] = [];
  for (const pull of sameHead) {
    const own = owners.byPull.get(pull.number) ?? { tasks: new Set(), holders: [] };
    verdicts.push(await inSteps(clock, judgePull(pull, own, locked, settings.locks)));
  }
  const isOff = settings.locks.check === "never";
  const verdict = worstOf(verdicts);
  const { overlaps } = verdict;
  const conclusion = isOff ? "neutral" : verdict.conclusion;
  const data: LocksCheckData = {
    status: isOff ? "off" : conclusion,
    overlaps: overlaps
      .slice(0, maxListed)
      .map(({ path, glob, holder, task }) => ({ path, glob, holder, issue: `#${task}` })),
    more: Math.max(0, overlaps.length - maxListed),
    seen: new Set(sameHead.flatMap(({ files }) => files)).size,
    isWhole: sameHead.every(({ isWhole }) => isWhole),
    isPutOff: sameHead.some(({ isPutOff }) => isPutOff === true),
  };
  const summary = render({ name: "check-locks", data });
  const title = isOff ? "Files are not compared with locks" : titleOf(verdict);
  const shows = `${conclusion}.${fingerprint(JSON.stringify([title, summary]))}`;
  return { headSha: sameHead[0]?.headSha ?? "", conclusion, title, summary, shows };
}

function titleOf({ conclusion, overlaps }: PullVerdict): string {
  const files = new Set(overlaps.map(({ path }) => path)).size;
  if (files > 0) return files === 1 ? "1 file is locked by others" : `${files} files are locked by others`;
  return conclusion === "success" ? "No file is locked by others" : "Not all files could be compared";
}

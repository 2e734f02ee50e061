/** Compares stored pull requests with the locks of their repository, and writes each check that says something new. */
import type { Clock, Millis } from "../../base/clock.ts";
import { judgePull, type LockedFiles, lockedFiles, type PullVerdict } from "../../engine/locks/pull-check.ts";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { TaskLocks } from "../../engine/model/snapshot.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Text } from "../../protocol/text.ts";
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

interface Needs {
  readonly index: Pick<PullStore, "savePull">;
  readonly writer: LocksWriter;
  readonly render: (text: Text) => string;
  readonly clock: Clock;
}

export async function comparePulls(needs: Needs, comparison: Comparison): Promise<void> {
  const { index, writer, clock } = needs;
  const { repository, pulls, tasks, settings, isNeeded, now } = comparison;
  const { id, installationId } = repository;
  const locked = await inSteps(clock, lockedFiles(tasks, settings, now));
  for (const pull of pulls) {
    if (!isNeeded && pull.shown === undefined) continue;
    const shown = await shownOn(needs, comparison, pull, locked);
    if (shown.shows === pull.shown) continue;
    await writer.showLocks(installationId, id, shown);
    await index.savePull(id, { ...pull, shown: shown.shows });
  }
}

/** How many overlaps a summary lists. */
const maxListed = 100;

async function shownOn(
  { render, clock }: Needs,
  { settings, owners }: Comparison,
  pull: StoredPull,
  locked: LockedFiles,
): Promise<LocksShown> {
  const own = owners.byPull.get(pull.number) ?? { tasks: new Set(pull.closes), holders: [] };
  const { conclusion, overlaps } = await inSteps(clock, judgePull(pull, own, locked, settings.locks));
  const data = {
    status: conclusion,
    overlaps: overlaps
      .slice(0, maxListed)
      .map(({ path, glob, holder, task }) => ({ path, glob, holder, issue: `#${task}` })),
    more: Math.max(0, overlaps.length - maxListed),
    seen: pull.files.length,
    isWhole: pull.isWhole,
  };
  const summary = render({ name: "check-locks", data });
  const title = titleOf(conclusion, new Set(overlaps.map(({ path }) => path)).size);
  const shows = `${conclusion}.${fingerprint(JSON.stringify([title, summary]))}`;
  return { headSha: pull.headSha, conclusion, title, summary, shows };
}

function titleOf(conclusion: PullVerdict["conclusion"], files: number): string {
  if (files > 0) return files === 1 ? "1 file is locked by others" : `${files} files are locked by others`;
  return conclusion === "success" ? "No file is locked by others" : "Not all files could be compared";
}

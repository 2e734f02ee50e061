/** Keeps the guides of repositories up to date in the background. Writes nothing to GitHub. */

import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import { createRepositoryWork, type RepositoryWork } from "../background-work.ts";
import { createFilesOfCommit } from "../staleness/commit-files.ts";
import { type GuideNeeds, readGuides } from "./read-guides.ts";

/** What it schedules are looks at repositories. */
export type GuideKeeper = RepositoryWork;

interface Needs extends GuideNeeds {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What could not be read, or of which GitHub does not say who brought it, is read again after this, so often. */
const againMs = 60_000;
const maxTries = 5;

interface Tried {
  readonly made: string;
  readonly at: Millis;
  readonly times: number;
}

/** @param signal ends everything scheduled */
export function createGuideKeeper(needs: Needs, signal: AbortSignal): GuideKeeper {
  const { store, clock, logger } = needs;
  const filesOf = createFilesOfCommit(needs.source);
  const tried = new Map<RepositoryId, Tried>();

  async function look(repository: RepositorySeen): Promise<void> {
    const { id } = repository;
    const isDue = (made: string): boolean => {
      const last = tried.get(id);
      const isAgain = last?.made === made;
      if (isAgain && clock.now() < last.at + againMs) return false;
      tried.set(id, { made, at: clock.now(), times: isAgain ? last.times + 1 : 1 });
      return true;
    };
    const reading = await readGuides(needs, filesOf, repository, isDue);
    if (reading === undefined) return;
    const { made, guides, isSettled } = reading;
    const isFinal = isSettled || (tried.get(id)?.times ?? 0) >= maxTries;
    await store.keepGuides(id, { made: isFinal ? made : `unsettled ${made}`, guides });
    if (isFinal) tried.delete(id);
  }

  const failed = ({ owner, name }: RepositorySeen, thrown: unknown): void => {
    const repository = `${owner}/${name}`;
    logger.warn({ repository, error: messageOf(thrown) }, "profiles and skills could not be read");
  };
  return createRepositoryWork({ store, workOn: look, failed }, signal);
}

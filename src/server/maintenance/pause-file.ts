/**
 * The pauses that the owner requested, in a file of the data folder. Do not keep them in an index of the folder, which may
 * be deleted and rebuilt at any time: GitHub has no record of a pause.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { keysOfNode, valueUnder } from "../../base/node-id.ts";
import { nothingPaused, type OwnersPauses, type PausedScope } from "../../dispatcher/schedule/pauses.ts";
import { makeDataFolder, writePrivately } from "./data-folder.ts";
import { jsonOf, pauseReason, pausesFrom } from "./pauses-json.ts";

/** A request to pause or resume one repository, or everything. */
export const pauseWishShape = z.object({
  type: z.enum(["pause", "resume"]),
  /** Only giving tasks to agents. A resume without it ends both pauses. */
  claims: z.literal(true).optional(),
  repository: z.object({ id: z.string().min(1).max(100), name: z.string().min(1).max(200) }).optional(),
  reason: pauseReason,
});
export type PauseWish = z.infer<typeof pauseWishShape>;

export const pausePathIn = (home: string): string => join(home, "pauses.json");

/** @throws UserError if the file exists and cannot be read, because it may contain a pause */
export function readPauses(home: string): OwnersPauses {
  const path = pausePathIn(home);
  try {
    return pausesFrom(JSON.parse(readFileSync(path, "utf8")));
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return nothingPaused;
    throw new UserError(
      `${path} is damaged, so signalbox cannot tell what is paused. Delete it, then pause again.`,
      {
        cause: thrown,
      },
    );
  }
}

export function writePauses(home: string, pauses: OwnersPauses): void {
  makeDataFolder(home);
  writePrivately(pausePathIn(home), `${JSON.stringify(jsonOf(pauses), undefined, 2)}\n`);
}

/** Deletes the file. */
export function dropPauses(home: string): void {
  rmSync(pausePathIn(home), { force: true });
}

/** A pause that is already active keeps its start time. */
export function granted({ claims, ...writing }: OwnersPauses, wish: PauseWish, now: Millis): OwnersPauses {
  const isOfWriting = wish.claims !== true;
  const isOfClaims = wish.claims === true || wish.type === "resume";
  const ofClaims = isOfClaims ? grantedIn(claims ?? nothingPaused, wish, now) : claims;
  const isNowhere = ofClaims?.everything === undefined && !ofClaims?.repositories.size;
  return {
    ...(isOfWriting ? grantedIn(writing, wish, now) : writing),
    ...(isNowhere ? {} : { claims: ofClaims }),
  };
}

function grantedIn(pauses: PausedScope, wish: PauseWish, now: Millis): PausedScope {
  const { type, repository, reason } = wish;
  if (repository === undefined) {
    const pause = { reason, since: pauses.everything?.since ?? now };
    return { ...pauses, everything: type === "pause" ? pause : undefined };
  }
  const repositories = new Map(pauses.repositories);
  const { id, name } = repository;
  const since = valueUnder(repositories, id)?.since ?? now;
  for (const each of keysOfNode(repositories, id)) repositories.delete(each);
  if (type === "pause") repositories.set(id, { name, reason, since });
  return { ...pauses, repositories };
}

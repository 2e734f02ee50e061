/**
 * The pauses that the owner requested, in a file of the data folder. Do not keep them in the index, which may
 * be deleted and rebuilt at any time: GitHub has no record of a pause.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { nothingPaused, type OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { makeDataFolder, writePrivately } from "./data-folder.ts";

const reason = z.string().max(500).optional();
/** A request to pause or resume one repository, or everything. */
export const pauseWishShape = z.object({
  type: z.enum(["pause", "resume"]),
  repository: z.object({ id: z.string().min(1).max(100), name: z.string().min(1).max(200) }).optional(),
  reason,
});
export type PauseWish = z.infer<typeof pauseWishShape>;

const pauseShape = z.object({ reason, since: z.number() });
const fileShape = z.object({
  everything: pauseShape.optional(),
  repositories: z.record(z.string(), pauseShape.extend({ name: z.string() })),
});

export const pausePathIn = (home: string): string => join(home, "pauses.json");

/** @throws UserError if the file exists and cannot be read, because it may contain a pause */
export function readPauses(home: string): OwnersPauses {
  const path = pausePathIn(home);
  try {
    const { everything, repositories } = fileShape.parse(JSON.parse(readFileSync(path, "utf8")));
    const named = Object.entries(repositories).map(
      ([id, { reason, since, name }]) => [id, { reason, since, name }] as const,
    );
    return {
      everything: everything && { reason: everything.reason, since: everything.since },
      repositories: new Map(named),
    };
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

export function writePauses(home: string, { everything, repositories }: OwnersPauses): void {
  makeDataFolder(home);
  const text = JSON.stringify({ everything, repositories: Object.fromEntries(repositories) }, undefined, 2);
  writePrivately(pausePathIn(home), `${text}\n`);
}

/** A pause that is already active keeps its start time. */
export function granted(pauses: OwnersPauses, wish: PauseWish, now: Millis): OwnersPauses {
  const { type, repository, reason } = wish;
  if (repository === undefined) {
    const pause = { reason, since: pauses.everything?.since ?? now };
    return { ...pauses, everything: type === "pause" ? pause : undefined };
  }
  const repositories = new Map(pauses.repositories);
  const { id, name } = repository;
  if (type === "pause") repositories.set(id, { name, reason, since: repositories.get(id)?.since ?? now });
  else repositories.delete(id);
  return { ...pauses, repositories };
}

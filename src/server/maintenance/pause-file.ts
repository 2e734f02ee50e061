/**
 * The pauses that the owner requested, in a file of the data folder. Do not keep them in the index, which may
 * be deleted and rebuilt at any time: GitHub has no record of a pause.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { nothingPaused, type OwnersPauses, type PausedScope } from "../../dispatcher/schedule/pauses.ts";
import { makeDataFolder, writePrivately } from "./data-folder.ts";

const reason = z.string().max(500).optional();
/** A request to pause or resume one repository, or everything. */
export const pauseWishShape = z.object({
  type: z.enum(["pause", "resume"]),
  /** Only giving tasks to agents. A resume without it ends both pauses. */
  claims: z.literal(true).optional(),
  repository: z.object({ id: z.string().min(1).max(100), name: z.string().min(1).max(200) }).optional(),
  reason,
});
export type PauseWish = z.infer<typeof pauseWishShape>;

const pauseShape = z.object({ reason, since: z.number() });
const scopeShape = z.object({
  everything: pauseShape.optional(),
  repositories: z.record(z.string(), pauseShape.extend({ name: z.string() })),
});
const fileShape = scopeShape.extend({ claims: scopeShape.optional() });

export const pausePathIn = (home: string): string => join(home, "pauses.json");

/** @throws UserError if the file exists and cannot be read, because it may contain a pause */
export function readPauses(home: string): OwnersPauses {
  const path = pausePathIn(home);
  try {
    const { claims, ...writing } = fileShape.parse(JSON.parse(readFileSync(path, "utf8")));
    return { ...toScope(writing), ...(claims === undefined ? {} : { claims: toScope(claims) }) };
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

function toScope({ everything, repositories }: z.output<typeof scopeShape>): PausedScope {
  const named = Object.entries(repositories).map(
    ([id, { reason, since, name }]) => [id, { reason, since, name }] as const,
  );
  return {
    everything: everything && { reason: everything.reason, since: everything.since },
    repositories: new Map(named),
  };
}

export function writePauses(home: string, { claims, ...writing }: OwnersPauses): void {
  makeDataFolder(home);
  const toJson = ({ everything, repositories }: PausedScope) => ({
    everything,
    repositories: Object.fromEntries(repositories),
  });
  const text = JSON.stringify({ ...toJson(writing), claims: claims && toJson(claims) }, undefined, 2);
  writePrivately(pausePathIn(home), `${text}\n`);
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
  if (type === "pause") repositories.set(id, { name, reason, since: repositories.get(id)?.since ?? now });
  else repositories.delete(id);
  return { ...pauses, repositories };
}

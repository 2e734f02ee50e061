/**
 * A look at GitHub on demand, for somebody who is about to trust the index. A newcomer would only read the issue again:
 * what changes it may be another issue that no delivery has told of yet, so the list of changes is read as well.
 */

import type { Dispatcher } from "../dispatcher/dispatch.ts";
import { attempt } from "../dispatcher/failure/attempt.ts";
import { lookAround } from "../dispatcher/look-around.ts";
import type { Parts } from "../dispatcher/parts.ts";
import type { FullRef } from "../protocol/ref.ts";

/** Whoever waits asks again; a sender of requests is not kept longer. */
const longestMs = 2_000;

/**
 * Reads what changed in the repository and the issue itself, and carries out what follows.
 * @returns false when that was not done in two seconds, or when GitHub could not be asked
 */
export async function lookAfresh(
  parts: Parts,
  dispatcher: Pick<Dispatcher, "wake" | "idle">,
  ref: FullRef,
): Promise<boolean> {
  const enough = new AbortController();
  const late = parts.clock.sleep(longestMs, enough.signal).then(() => false);
  try {
    return await Promise.race([look(parts, dispatcher, ref), late]);
  } finally {
    enough.abort();
  }
}

async function look(
  parts: Parts,
  { wake, idle }: Pick<Dispatcher, "wake" | "idle">,
  { owner, repo, number }: FullRef,
): Promise<boolean> {
  const { index, clock } = parts;
  const repositoryId = index.resolve(owner, repo, number)?.repositoryId;
  const repository = repositoryId === undefined ? undefined : index.repository(repositoryId);
  // Nothing is kept of a repository that is not ours: the index is as fresh as it gets.
  if (repository === undefined) return true;
  const isListed = await attempt(parts, "look afresh", repository, () =>
    lookAround(parts, repository, { everything: false, reread: 0 }),
  );
  if (!isListed) return false;
  await index.lookAt([
    { repositoryId: repository.id, target: { number }, dueAt: clock.now(), because: "somebody waits for it" },
  ]);
  wake();
  await idle();
  return true;
}

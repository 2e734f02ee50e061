/**
 * Follows changes as they are written: pages with something in them, each with its cursor. A change is noticed by the
 * version of the index, so it works in another process too.
 */
import type { Clock } from "../../base/clock.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { Board } from "../ports.ts";
import type { ChangePage, ChangePlace } from "./change-board.ts";

interface FollowPorts {
  readonly board: Pick<Board, "changes" | "changesEnd" | "version">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface FollowChangesWish {
  readonly since: ChangePlace | "now" | undefined;
  readonly repository?: RepositoryName | undefined;
  /** How long to go on without a change; for ever if it is absent. */
  readonly idleMs?: number | undefined;
}

const lookEveryMs = 100;
const pageSize = 200;

export async function* followChanges(
  { board, clock, signal }: FollowPorts,
  { since, repository, idleMs }: FollowChangesWish,
): AsyncGenerator<ChangePage> {
  let after = since === "now" ? await board.changesEnd() : since;
  let version: number | undefined;
  let lastAt = clock.now();
  while (!signal.aborted) {
    // The version first: a change between the two calls is then seen by the next look.
    const current = await board.version();
    let isMore = current !== version;
    version = current;
    while (isMore && !signal.aborted) {
      const page = await board.changes({ after, repository, limit: pageSize });
      after = page.place;
      isMore = page.isMore;
      if (!isWorthTelling(page)) continue;
      lastAt = clock.now();
      yield page;
    }
    if (idleMs !== undefined && clock.now() - lastAt >= idleMs) return;
    await clock.sleep(lookEveryMs, signal);
  }
}

function isWorthTelling({ isReset, gone, cards, lines }: ChangePage): boolean {
  return isReset || gone.length + cards.length + lines.length > 0;
}

/** Reads and changes the pauses in the database, for a command on a machine where no web process runs. */
import { systemClock } from "../../base/clock.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { withSharedTables } from "../../store/postgres/shared-for-command.ts";
import type { RequestId } from "../../store/shape/requests.ts";
import type { PauseWish } from "../maintenance/pause-file.ts";
import { changePauses, type PauseResult } from "../maintenance/pausing.ts";
import { createAnswerWatch } from "../requests/answer-watch.ts";
import { createOwnerClient } from "../requests/owner-client.ts";
import { confirmPauses } from "./confirm-pauses.ts";

export interface StoredPauseResult extends Pick<PauseResult, "was" | "now"> {
  /** Whether a worker runs. If so, the change is effective, except where `why` says otherwise. */
  readonly isRunning: boolean;
  readonly why?: string | undefined;
}

/** @throws UserError if the database cannot be used */
export function pauseInDatabase(url: string, wish: PauseWish): Promise<StoredPauseResult> {
  return withSharedTables(url, async ({ pauses, processes, requests, installationsOf }) => {
    const changed = await changePauses(pauses, wish, await processes.now());
    const isRunning = (await processes.alive()).some(({ role }) => role === "worker");
    if (!isRunning) return { ...changed, isRunning };
    const clock = systemClock;
    const find = (ids: readonly RequestId[]) => requests.answersTo(ids);
    const owners = createOwnerClient({ requests, watch: createAnswerWatch({ find, clock }), clock });
    const concerned = await installationsOf(wish.repository?.id);
    const confirmed = await confirmPauses(owners, concerned);
    return { ...changed, isRunning, ...(confirmed.type === "stored" ? { why: confirmed.why } : {}) };
  });
}

/** @throws UserError if the database cannot be used */
export function pausesInDatabase(url: string): Promise<OwnersPauses> {
  return withSharedTables(url, ({ pauses }) => pauses.read());
}

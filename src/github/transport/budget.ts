/**
 * Paces writes per installation. Sleeps only for the second between two writes; longer waits, up to an hour
 * for a spent quota, are reported to the caller, who does something else in the meantime. A restart must
 * preserve the waits that GitHub requested.
 */

import type { Clock, Millis } from "../../base/clock.ts";
import { beginWait, correctWait, endOfWait, longerWait, type Wait } from "../../base/wait.ts";
import type { StoredBackoff } from "../../dispatcher/ports/account.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { longestWaitMs } from "./told-to-wait.ts";

/**
 * `off` is for the hub, which enforces no limits unless asked to. A limit that GitHub answers with applies
 * either way.
 */
export type PaceMode = "github" | "off";

const betweenWritesMs = 1_000;
const minuteMs = 60_000;

/** Limits further apart than this are not consecutive. */
const forgottenMs = 15 * minuteMs;

interface Account {
  /** The last wait that GitHub requested; of no length if it requested none. */
  wait: Wait;
  /** Consecutive limits, including the current one. */
  holds: number;
  /** When the spent quota of this installation returns, if that is what the last wait was for. */
  quotaUntil: Millis;
  nextWriteAt: Millis;
}

/** Backoffs that outlive the process. */
export interface KeptBackoffs {
  readonly known: readonly StoredBackoff[];
  /** Returns immediately. */
  readonly keep: (backoff: StoredBackoff) => void;
}

export interface Budget {
  /** Until when GitHub requested that we back off from this installation; undefined if that has passed. */
  readonly heldUntil: (installationId: InstallationId) => Millis | undefined;
  /** @param isQuota whether the hour's quota is spent; otherwise GitHub wants no request at all */
  readonly hold: (installationId: InstallationId, until: Millis, isQuota?: boolean) => void;
  /** Whether the wait that is in effect is for a spent quota alone, so that another quota may be used. */
  readonly isHeldForQuota: (installationId: InstallationId) => boolean;
  /** Takes over a wait that GitHub asked another process for. */
  readonly learn: (backoff: StoredBackoff) => void;
  /**
   * Consecutive limits before the current one. Success of another request does not reset the count: while
   * writes are limited, reads go through.
   */
  readonly strikes: (installationId: InstallationId) => number;
  /** Waits for this installation's turn to write. */
  readonly turn: (installationId: InstallationId) => Promise<void>;
}

const nothingKept: KeptBackoffs = { known: [], keep: () => {} };

export function createBudget(clock: Clock, pacing: PaceMode, { known, keep } = nothingKept): Budget {
  const accounts = new Map<InstallationId, Account>();
  /** The account as the clock counts it now. A wait that had to be corrected is kept so for the next process. */
  const accountOf = (id: InstallationId): Account => {
    const account = accounts.get(id) ?? {
      wait: { since: 0, forMs: 0 },
      holds: 0,
      quotaUntil: 0,
      nextWriteAt: 0,
    };
    accounts.set(id, account);
    const wait = correctWait(account.wait, clock.now());
    if (wait !== account.wait) {
      account.wait = wait;
      keep({ installationId: id, ...wait, count: account.holds });
    }
    return account;
  };
  const learn = ({ installationId, since, forMs, count }: StoredBackoff): void => {
    const account = accountOf(installationId);
    const learnt = { since, forMs: Math.min(forMs, longestWaitMs) };
    // Corrected as it is looked up: an end by another clock says nothing yet.
    if (endOfWait(correctWait(learnt, clock.now())) <= endOfWait(account.wait)) return;
    account.wait = learnt;
    account.holds = count;
    accountOf(installationId);
  };
  for (const backoff of known) learn(backoff);
  return {
    learn,
    heldUntil: (id) => {
      const end = endOfWait(accountOf(id).wait);
      return end > clock.now() ? end : undefined;
    },
    isHeldForQuota: (id) => {
      const { wait, quotaUntil } = accountOf(id);
      const end = endOfWait(wait);
      return end > clock.now() && end <= quotaUntil;
    },
    hold: (id, until, isQuota = false) => {
      const account = accountOf(id);
      const now = clock.now();
      if (isQuota) account.quotaUntil = Math.max(account.quotaUntil, until);
      // Requests that are under way at the same time run into the same limit.
      if (endOfWait(account.wait) <= now) account.holds = strikesOf(account, now) + 1;
      account.wait = longerWait(account.wait, beginWait(now, until, longestWaitMs));
      keep({ installationId: id, ...account.wait, count: account.holds });
    },
    strikes: (id) => strikesOf(accountOf(id), clock.now()),
    turn: async (id) => {
      if (pacing === "off") return;
      const account = accountOf(id);
      const now = clock.now();
      const at = Math.max(now, account.nextWriteAt);
      // A clock set back must not cause a wait of an hour (B15).
      const waitMs = Math.min(at - now, betweenWritesMs * 30);
      account.nextWriteAt = now + waitMs + betweenWritesMs;
      if (waitMs > 0) await clock.sleep(waitMs);
    },
  };
}

function strikesOf({ wait, holds }: Account, now: Millis): number {
  const end = endOfWait(wait);
  if (end > now) return holds - 1;
  return now - end < forgottenMs ? holds : 0;
}

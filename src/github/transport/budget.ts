/**
 * Paces writes per installation. Sleeps only for the second between two writes; longer waits, up to an hour
 * for a spent quota, are reported to the caller, who does something else in the meantime. A restart must
 * preserve the waits that GitHub requested.
 */

import type { Clock, Millis } from "../../base/clock.ts";
import type { StoredBackoff } from "../../dispatcher/ports/account.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

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
  heldUntil: Millis;
  /** Consecutive limits, including the current one. */
  holds: number;
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
  readonly hold: (installationId: InstallationId, until: Millis) => void;
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
  const accountOf = (id: InstallationId): Account => {
    const account = accounts.get(id) ?? { heldUntil: 0, holds: 0, nextWriteAt: 0 };
    accounts.set(id, account);
    return account;
  };
  const learn = ({ installationId, until, count }: StoredBackoff): void => {
    const account = accountOf(installationId);
    if (until <= account.heldUntil) return;
    account.heldUntil = until;
    account.holds = count;
  };
  for (const backoff of known) learn(backoff);
  return {
    learn,
    heldUntil: (id) => {
      const { heldUntil } = accountOf(id);
      return heldUntil > clock.now() ? heldUntil : undefined;
    },
    hold: (id, until) => {
      const account = accountOf(id);
      // Requests that are under way at the same time run into the same limit.
      if (account.heldUntil <= clock.now()) account.holds = strikesOf(account, clock.now()) + 1;
      account.heldUntil = Math.max(account.heldUntil, until);
      keep({ installationId: id, until: account.heldUntil, count: account.holds });
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

function strikesOf({ heldUntil, holds }: Account, now: Millis): number {
  if (heldUntil > now) return holds - 1;
  return now - heldUntil < forgottenMs ? holds : 0;
}

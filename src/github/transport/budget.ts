/**
 * Paces writes per installation. Sleeps only for the second between two writes; longer waits, up to an hour
 * for a spent quota, are reported to the caller, who does something else meanwhile. Do not start at zero
 * after a restart: GitHub keeps counting.
 */
import type { Clock, Millis } from "../../base/clock.ts";

/**
 * `off` is for the hub, which enforces no limits unless asked to. A limit that GitHub answers with applies
 * either way.
 */
export type Pacing = "github" | "off";

const betweenWritesMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * GitHub's content-creation limits: comments that people wait for may use all of them, the rest leaves a
 * fifth.
 */
const limits = {
  people: { perMinute: 80, perHour: 500 },
  others: { perMinute: 64, perHour: 400 },
} as const;

/** Limits further apart than this are not consecutive. */
const forgottenMs = 15 * minuteMs;

interface Account {
  heldUntil: Millis;
  /** Consecutive limits, including the current one. */
  holds: number;
  nextWriteAt: Millis;
  /** When each comment of the last hour was created, oldest first. */
  created: readonly Millis[];
}

export interface CreationRoom {
  readonly creations: number;
  /** When there is room for one more. */
  readonly nextAt: Millis;
}

/** A comment that was created before this process began. */
export interface PastCreation {
  readonly installationId: number;
  readonly at: Millis;
}

export interface Budget {
  /** Until when GitHub told us to back off from this installation; undefined if that is over. */
  readonly heldUntil: (installationId: number) => Millis | undefined;
  readonly hold: (installationId: number, until: Millis) => void;
  /**
   * Consecutive limits before the current one. Success of another request does not reset the count: while
   * writes are limited, reads go through.
   */
  readonly strikes: (installationId: number) => number;
  /** How many comments may be created now: those that people wait for, and others. */
  readonly room: (installationId: number) => { readonly people: CreationRoom; readonly others: CreationRoom };
  /** Waits for this installation's turn to write, and counts what will be created. */
  readonly turn: (installationId: number, creations: number) => Promise<void>;
}

/** @param past the comments of the last hour, in any order */
export function createBudget(clock: Clock, pacing: Pacing, past: readonly PastCreation[] = []): Budget {
  const accounts = new Map<number, Account>();
  const accountOf = (id: number): Account => {
    const account = accounts.get(id) ?? {
      heldUntil: 0,
      holds: 0,
      nextWriteAt: 0,
      created: createdBy(past, id),
    };
    accounts.set(id, account);
    return account;
  };
  const recent = (account: Account): readonly Millis[] => {
    const since = clock.now() - hourMs;
    account.created = account.created.filter((at) => at > since);
    return account.created;
  };
  return {
    heldUntil: (id) => {
      const { heldUntil } = accountOf(id);
      return heldUntil > clock.now() ? heldUntil : undefined;
    },
    hold: (id, until) => {
      const account = accountOf(id);
      // Requests that are under way at the same time run into the same limit.
      if (account.heldUntil <= clock.now()) account.holds = strikesOf(account, clock.now()) + 1;
      account.heldUntil = Math.max(account.heldUntil, until);
    },
    strikes: (id) => strikesOf(accountOf(id), clock.now()),
    room: (id) => {
      const now = clock.now();
      const endless = { creations: Number.POSITIVE_INFINITY, nextAt: now };
      if (pacing === "off") return { people: endless, others: endless };
      const created = recent(accountOf(id));
      return { people: roomIn(created, now, limits.people), others: roomIn(created, now, limits.others) };
    },
    turn: async (id, creations) => {
      if (pacing === "off") return;
      const account = accountOf(id);
      const now = clock.now();
      const at = Math.max(now, account.nextWriteAt);
      // A clock set back must not cause a wait of an hour (B15).
      const waitMs = Math.min(at - now, betweenWritesMs * 30);
      account.nextWriteAt = now + waitMs + betweenWritesMs;
      account.created = [...recent(account), ...Array<Millis>(creations).fill(now + waitMs)];
      if (waitMs > 0) await clock.sleep(waitMs);
    },
  };
}

function strikesOf({ heldUntil, holds }: Account, now: Millis): number {
  if (heldUntil > now) return holds - 1;
  return now - heldUntil < forgottenMs ? holds : 0;
}

function createdBy(past: readonly PastCreation[], id: number): readonly Millis[] {
  return past.flatMap(({ installationId, at }) => (installationId === id ? at : [])).sort((a, b) => a - b);
}

interface Limits {
  readonly perMinute: number;
  readonly perHour: number;
}

function roomIn(created: readonly Millis[], now: Millis, { perMinute, perHour }: Limits): CreationRoom {
  const lastMinute = created.filter((at) => at > now - minuteMs);
  const creations = Math.max(0, Math.min(perMinute - lastMinute.length, perHour - created.length));
  if (creations > 0) return { creations, nextAt: now };
  return {
    creations,
    nextAt: Math.max(whenBelow(lastMinute, perMinute, minuteMs), whenBelow(created, perHour, hourMs), now),
  };
}

/** When fewer than `limit` of these instants, oldest first, lie within the last `windowMs`. */
function whenBelow(instants: readonly Millis[], limit: number, windowMs: Millis): Millis {
  const last = instants[instants.length - limit];
  return last === undefined ? 0 : last + windowMs;
}

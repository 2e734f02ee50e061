/**
 * Shares of GitHub's quota, in points, for what accounts cause to be read: one for each account in each repository, and
 * one for all accounts without write access together, so that nobody spends what others need. Reads that guard an effect
 * (roles, the text just before acting, a blocker before it frees) are never counted here and never put off.
 * GitHub's points: https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import { nothingSpent, type SpentMinute, type SpentShare, type SpentShares } from "../ports/carryover.ts";
import type { Person, Tracker } from "../ports/tracker.ts";

const hourMs = 60 * 60_000;
const minuteMs = 60_000;
/** The least recently used are forgotten first. A flood from more accounts uses up the share of all strangers. */
const maxAccounts = 10_000;
/**
 * So much is left to the next tenure: first of the accounts that used most. What strangers used together is always left, so
 * that one who was forgotten gets nothing beyond it.
 */
const maxMinutesLeft = 2_000;
/** A role is looked up only for accounts that have used up a stranger's share, and then remembered for a while. */
const roleHoldsMs = 10 * minuteMs;

/** An account; undefined if it was deleted. */
export type Spender = Person | undefined;

const ghost = "deleted account";

export class ReadShares {
  readonly #clock: Pick<Clock, "now">;
  readonly #limits: Pace["reads"];
  readonly #tracker: Pick<Tracker, "roleOf">;
  readonly #used = new Map<string, Usage>();
  /** The last in `#used`. */
  #lastKey: string | undefined;
  /** What all accounts without write access have used. */
  readonly #strangers = new Map<RepositoryId, Usage>();
  /** Accounts of which something was put off, and until when. */
  readonly #beyond = new Map<string, { readonly since: Millis; readonly until: Millis }>();
  readonly #writers = new Map<string, Millis>();

  /** @param earlier what the last tenure left */
  constructor(
    clock: Pick<Clock, "now">,
    limits: Pace["reads"],
    tracker: Pick<Tracker, "roleOf">,
    earlier: SpentShares = nothingSpent,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#tracker = tracker;
    for (const { of, minutes } of earlier.accounts) this.#used.set(of, new Usage(minutes));
    for (const { of, minutes } of earlier.strangers) this.#strangers.set(of, new Usage(minutes));
  }

  /** What is used of the shares now, for the next tenure. */
  spent(): SpentShares {
    const now = this.#clock.now();
    const accounts = spentIn(this.#used, now).toSorted((one, other) => pointsIn(other) - pointsIn(one));
    return { accounts: firstMinutes(accounts, maxMinutesLeft), strangers: spentIn(this.#strangers, now) };
  }

  /**
   * Counts points that an account is about to have read in a repository. Resolves to when to ask again if its share, or
   * that of all strangers, has no room for them; then nothing is counted.
   */
  take(repository: RepositorySeen, account: Spender, points: number): Promise<Millis | undefined> {
    return this.#take(repository, account, points, this.#limits.writer);
  }

  /** The same for what an account with write access may cause without limit: it could do more harm by pushing. */
  takeUnlessWriter(
    repository: RepositorySeen,
    account: Spender,
    points: number,
  ): Promise<Millis | undefined> {
    return this.#take(repository, account, points, Infinity);
  }

  async #take(
    repository: RepositorySeen,
    account: Spender,
    points: number,
    writer: number,
  ): Promise<Millis | undefined> {
    const key = keyOf(repository, account);
    const until = await this.#takeFor(repository, account, points, writer, key);
    const now = this.#clock.now();
    if (until === undefined) this.#beyond.delete(key);
    else if (this.#beyond.size < maxAccounts) this.#beyond.set(key, { since: now, until });
    return until;
  }

  async #takeFor(
    repository: RepositorySeen,
    account: Spender,
    points: number,
    writer: number,
    key: string,
  ): Promise<Millis | undefined> {
    const own = this.#usage(key);
    const all = this.#strangers.get(repository.id) ?? new Usage();
    this.#strangers.set(repository.id, all);
    const { stranger, strangers: together } = this.#limits;
    if (this.#isKnownWriter(key)) return this.#takeFrom([[own, writer]], points);
    const shares: readonly Share[] = [
      [own, stranger],
      [all, together],
    ];
    const until = this.#takeFrom(shares, points);
    if (until === undefined || !(await this.#isWriter(repository, account, key))) return until;
    return this.#takeFrom([[own, writer]], points);
  }

  /** How many accounts have had something put off that their share has no room for yet. */
  countSpent(): number {
    const now = this.#clock.now();
    for (const [key, { since, until }] of this.#beyond)
      if (until <= now || since > now) this.#beyond.delete(key);
    return this.#beyond.size;
  }

  #takeFrom(shares: readonly Share[], points: number): Millis | undefined {
    const now = this.#clock.now();
    const full = shares.filter(([usage, limit]) => !usage.hasRoom(points, limit, now));
    if (full.length > 0) return Math.max(...full.map(([usage, limit]) => usage.roomAt(points, limit, now)));
    for (const [usage] of shares) usage.add(points, now);
    return undefined;
  }

  #usage(key: string): Usage {
    const usage = this.#used.get(key) ?? new Usage();
    if (key === this.#lastKey) return usage;
    this.#lastKey = key;
    // Put at the end: the first is the least recently used.
    this.#used.delete(key);
    this.#used.set(key, usage);
    const oldest = this.#used.size > maxAccounts ? this.#used.keys().next().value : undefined;
    if (oldest !== undefined) this.#used.delete(oldest);
    return usage;
  }

  #isKnownWriter(key: string): boolean {
    const since = this.#writers.get(key);
    const age = since === undefined ? Infinity : this.#clock.now() - since;
    if (age >= 0 && age < roleHoldsMs) return true;
    this.#writers.delete(key);
    return false;
  }

  /** A role that cannot be read is a stranger's. */
  async #isWriter(repository: RepositorySeen, account: Spender, key: string): Promise<boolean> {
    if (account === undefined) return false;
    const role = await this.#tracker.roleOf(repository, account, false);
    const isWriter = role === "write" || role === "maintain" || role === "admin";
    if (isWriter) this.#writers.set(key, this.#clock.now());
    return isWriter;
  }
}

/** What was used, and how much it may be in an hour. */
type Share = readonly [Usage, number];

function spentIn(used: ReadonlyMap<string, Usage>, now: Millis): readonly SpentShare[] {
  const all = [...used].map(([of, usage]) => ({ of, minutes: usage.minutes(now) }));
  return all.filter(({ minutes }) => minutes.length > 0);
}

function pointsIn({ minutes }: Pick<SpentShare, "minutes">): number {
  return minutes.reduce((sum, { points }) => sum + points, 0);
}

/** The first shares that have at most so many minutes together. */
function firstMinutes(shares: readonly SpentShare[], most: number): readonly SpentShare[] {
  let left = most;
  return shares.filter(({ minutes }) => {
    left -= minutes.length;
    return left >= 0;
  });
}

function keyOf({ id }: RepositorySeen, account: Spender): string {
  return `${id} ${account?.id ?? (ghost as NodeId)}`;
}

/** The points of the last hour, by minute. */
class Usage {
  #minutes: { readonly at: Millis; points: number }[];

  constructor(minutes: readonly SpentMinute[] = []) {
    this.#minutes = minutes.map((each) => ({ ...each }));
  }

  add(points: number, now: Millis): void {
    const last = this.#minutes.at(-1);
    if (last !== undefined && now - last.at < minuteMs) last.points += points;
    else this.#minutes.push({ at: now, points });
  }

  sum(now: Millis): number {
    return pointsIn({ minutes: this.minutes(now) });
  }

  minutes(now: Millis): readonly SpentMinute[] {
    // Minutes that lie ahead were counted by a clock that was set back since.
    this.#minutes = this.#minutes.filter(({ at }) => at > now - hourMs && at <= now);
    return this.#minutes;
  }

  /** One read larger than the limit goes through if nothing else was read. */
  hasRoom(points: number, limit: number, now: Millis): boolean {
    const used = this.sum(now);
    return used === 0 || used + points <= limit;
  }

  /** When enough of it is an hour old. */
  roomAt(points: number, limit: number, now: Millis): Millis {
    let used = this.sum(now);
    for (const { at, points: aged } of this.#minutes) {
      used -= aged;
      if (used === 0 || used + points <= limit) return at + hourMs;
    }
    return now;
  }
}

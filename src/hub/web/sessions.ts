/**
 * Who a browser is at the hub. A link with a secret lets it in once; from then on a cookie says who it is. Kept in
 * memory: when the hub stops, everyone is signed out.
 */
import { hash, randomBytes } from "node:crypto";
import type { Clock, Millis } from "../../base/clock.ts";
import type { User } from "../state/accounts/users.ts";

/** How long a session lasts after the last request with it. */
const idleMs: Millis = 12 * 3_600_000;
/** Beyond these the oldest are dropped: no one has that many browsers. */
const maxSessions = 100;
const maxLinks = 100;

export interface WebSession {
  readonly userId: User["id"];
  /** Whether it may become another user, as after the link that the hub prints when it starts. */
  readonly mayBeAnyone: boolean;
  /** Goes into every form of the session. */
  readonly formToken: string;
}

export interface EntryLink {
  /** The path to show once the browser is in. */
  readonly to: string;
  /** The only user that it lets in; undefined for any. */
  readonly userId: User["id"] | undefined;
}

interface Kept<T> {
  readonly value: T;
  readonly until: Millis;
}

/** Secrets are looked up by their digest, because comparing them byte by byte would tell how much of one is right. */
export class WebSessions {
  readonly #clock: Pick<Clock, "now">;
  readonly #links = new Map<string, Kept<EntryLink>>();
  readonly #sessions = new Map<string, Kept<WebSession>>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** @param lifetimeMs undefined for a link that works until it is used. @returns its secret */
  createLink(link: EntryLink, lifetimeMs: Millis | undefined): string {
    const until = lifetimeMs === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() + lifetimeMs;
    return this.#keep(this.#links, maxLinks, { value: link, until });
  }

  /** The link of a secret, as long as it works. */
  findLink(secret: string): EntryLink | undefined {
    return this.#find(this.#links, secret);
  }

  /** Lets a browser in. The link no longer works. @returns the cookie's value, or undefined if the link does not allow it */
  enter(secret: string, user: User): string | undefined {
    const link = this.findLink(secret);
    if (link === undefined || (link.userId !== undefined && link.userId !== user.id)) return undefined;
    this.#links.delete(digest(secret));
    return this.#begin(user, link.userId === undefined);
  }

  /** @param cookie the value that `enter` or `become` returned */
  find(cookie: string): WebSession | undefined {
    const session = this.#find(this.#sessions, cookie);
    if (session !== undefined)
      this.#sessions.set(digest(cookie), { value: session, until: this.#clock.now() + idleMs });
    return session;
  }

  /** Ends the session and begins one of another user. @returns the new cookie's value, or undefined if it may not */
  become(cookie: string, user: User): string | undefined {
    const session = this.find(cookie);
    if (session === undefined || !session.mayBeAnyone) return undefined;
    this.end(cookie);
    return this.#begin(user, true);
  }

  end(cookie: string): void {
    this.#sessions.delete(digest(cookie));
  }

  #begin({ id: userId }: User, mayBeAnyone: boolean): string {
    const value = { userId, mayBeAnyone, formToken: newSecret() };
    return this.#keep(this.#sessions, maxSessions, { value, until: this.#clock.now() + idleMs });
  }

  #find<T>(all: Map<string, Kept<T>>, secret: string): T | undefined {
    const key = digest(secret);
    const kept = all.get(key);
    if (kept !== undefined && this.#clock.now() < kept.until) return kept.value;
    all.delete(key);
    return undefined;
  }

  #keep<T>(all: Map<string, Kept<T>>, most: number, kept: Kept<T>): string {
    for (const oldest of all.keys()) if (all.size >= most) all.delete(oldest);
    const secret = newSecret();
    all.set(digest(secret), kept);
    return secret;
  }
}

const newSecret = (): string => randomBytes(32).toString("base64url");
const digest = (secret: string): string => hash("sha256", secret, "hex");

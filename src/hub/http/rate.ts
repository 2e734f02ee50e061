/**
 * Counts requests as GitHub does: a primary budget by the hour and, for requests that create content, a
 * secondary one by the minute and the hour. A GraphQL request takes as many points as its query costs.
 * Counting is always on; enforcement is optional.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
export type Resource = "core" | "graphql" | "search";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const budgets: Readonly<Record<Resource, number>> = { core: 5000, graphql: 5000, search: 30 };
const contentsPerMinute = 80;
const contentsPerHour = 500;

interface Window {
  used: number;
  /** Milliseconds. */
  resetAt: number;
}

export interface RateStatus {
  readonly resource: Resource;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
}

export class Rates {
  readonly #windows = new Map<string, Window>();

  /** @param now milliseconds */
  status(who: string, resource: Resource, now: number): RateStatus {
    const window = this.#window(`${who} ${resource}`, resource === "search" ? minuteMs : hourMs, now);
    const limit = budgets[resource];
    const remaining = Math.max(0, limit - window.used);
    return { resource, limit, used: window.used, remaining, reset: Math.ceil(window.resetAt / 1000) };
  }

  /** @param points what the request takes of the budget */
  count(who: string, resource: Resource, now: number, points = 1): void {
    this.#window(`${who} ${resource}`, resource === "search" ? minuteMs : hourMs, now).used += points;
  }

  /** Refunds the cost of a request that turned out to be free. */
  giveBack(who: string, resource: Resource, now: number): void {
    const window = this.#window(`${who} ${resource}`, resource === "search" ? minuteMs : hourMs, now);
    window.used = Math.max(0, window.used - 1);
  }

  /** Counts one creation of content. @returns seconds to wait if it exceeds the limit, otherwise 0 */
  countContent(who: string, now: number): number {
    const minute = this.#window(`${who} contents a minute`, minuteMs, now);
    const hour = this.#window(`${who} contents an hour`, hourMs, now);
    minute.used += 1;
    hour.used += 1;
    const waits = [
      minute.used > contentsPerMinute ? minute.resetAt - now : 0,
      hour.used > contentsPerHour ? hour.resetAt - now : 0,
    ];
    return Math.ceil(Math.max(...waits) / 1000);
  }

  #window(key: string, lengthMs: number, now: number): Window {
    const known = this.#windows.get(key);
    if (known !== undefined && known.resetAt > now) return known;
    const fresh = { used: 0, resetAt: now + lengthMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

export function rateHeaders(status: RateStatus): Record<string, string> {
  return {
    "x-ratelimit-limit": String(status.limit),
    "x-ratelimit-remaining": String(status.remaining),
    "x-ratelimit-used": String(status.used),
    "x-ratelimit-reset": String(status.reset),
    "x-ratelimit-resource": status.resource,
  };
}

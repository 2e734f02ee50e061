/**
 * Watches what this process asks GitHub as an installation, and what GitHub answers: which requests were sent although an
 * answer had said to wait. How long is read as GitHub documents it, and not as the product reads it:
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#exceeding-the-rate-limit
 */
import { vi } from "vitest";
import type { Clock } from "../../src/base/clock.ts";

export interface ToldWaits {
  /** How many answers said to wait. */
  readonly told: () => number;
  /** A sentence for each request that was sent too early. */
  readonly tooEarly: () => readonly string[];
  readonly restore: () => void;
}

/** Without a header, GitHub asks for a minute. */
const unsaidMs = 60_000;
/** Requests that were being made when the answer came: one for writes and two for reads. */
const mostUnderWay = 3;
/** Real time in which they go out. */
const underWayMs = 150;

/** @param clock that of the hub and of the product */
export function watchToldWaits(clock: Clock): ToldWaits {
  const real = globalThis.fetch;
  const early: string[] = [];
  let told = 0;
  let wait = { until: 0, knownAt: 0, underWay: 0 };
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (target, init) => {
    const isInstallation = /^(?:token|bearer) ghs_/i.test(
      new Headers(init?.headers).get("authorization") ?? "",
    );
    if (!isInstallation) return real(target, init);
    const leftMs = wait.until - clock.now();
    if (leftMs > 0) {
      const isUnderWay = performance.now() - wait.knownAt < underWayMs && wait.underWay < mostUnderWay;
      wait.underWay++;
      if (!isUnderWay)
        early.push(`${init?.method} ${String(target)} ${Math.ceil(leftMs / 1_000)} s too early`);
    }
    const response = await real(target, init);
    const until = toldUntil(response, await response.clone().text(), clock.now());
    if (until !== undefined) {
      told++;
      if (until > wait.until) wait = { until, knownAt: performance.now(), underWay: 0 };
    }
    return response;
  });
  return { told: () => told, tooEarly: () => early, restore: () => spy.mockRestore() };
}

function toldUntil({ status, headers }: Response, body: string, now: number): number | undefined {
  if (![200, 403, 429].includes(status) || !/rate limit/i.test(body)) return undefined;
  const seconds = headers.get("retry-after");
  if (seconds !== null) return now + Number(seconds) * 1_000;
  if (headers.get("x-ratelimit-remaining") === "0") return Number(headers.get("x-ratelimit-reset")) * 1_000;
  return now + unsaidMs;
}

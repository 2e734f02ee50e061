/**
 * Reads from GitHub's answers that it wants us to wait, and until when. A spent quota has had several shapes in GraphQL:
 * the documented type `RATE_LIMITED`, and since 2025 `{"type":"RATE_LIMIT","code":"graphql_rate_limit","message":"API rate
 * limit already exceeded for user ID …"}`, with a 200 like everything else.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 * https://github.com/yanyongyu/githubkit/issues/271, https://github.com/octokit/plugin-throttling.js/pull/848
 */
import type { Millis } from "../../base/clock.ts";
import type { GraphqlErrors, GraphqlProblem } from "./octokit-errors.ts";

type Headers = Readonly<Record<string, unknown>>;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** GitHub requires a minute's wait after a secondary limit without a header, and more each time. */
const secondaryMs = minuteMs;
const secondaryCapMs = 15 * minuteMs;
/**
 * GitHub counts by the hour, so no wait that it asks for is longer; a minute more for clocks that differ.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export const longestWaitMs = 61 * minuteMs;

/** Whether one GraphQL error says that the quota is spent. */
export function saysQuotaIsSpent({ type, code, message }: GraphqlProblem): boolean {
  return (
    (type !== undefined && /^RATE_LIMIT(?:ED)?$/.test(type)) ||
    code === "graphql_rate_limit" ||
    isSpentQuota(message)
  );
}

/** Whether a message says that the quota is spent; that of a secondary limit is worded differently. */
export function isSpentQuota(message: string): boolean {
  return /rate limit (?:already |has been )?exceeded/i.test(message);
}

/**
 * Until when a GraphQL answer's errors ask for a pause, because the quota is spent: some error says so, or nothing
 * remains of the quota, whatever the errors say. Undefined if they ask for none.
 */
export function quotaPauseUntil(
  { errors, headers }: Pick<GraphqlErrors, "errors" | "headers">,
  { now, strikes }: { readonly now: Millis; readonly strikes: number },
): Millis | undefined {
  if (!isExhausted(headers) && !errors.some(saysQuotaIsSpent)) return undefined;
  return toldUntil(headers, now, "spent") ?? secondaryUntil(now, strikes);
}

/**
 * The later of `retry-after` and, with nothing remaining, the reset. How long until the reset is counted by GitHub's own
 * clock, which the answer shows: ours may be hours off.
 * @param quota `spent` if the answer's words said so: then the reset counts whatever the header says to remain, which
 *   need not be 0 (https://github.com/octokit/plugin-throttling.js/pull/636)
 */
export function toldUntil(
  headers: Headers,
  now: Millis,
  quota: "spent" | "as the headers say" = "as the headers say",
): Millis | undefined {
  const retryAfter = numberIn(headers["retry-after"]);
  const reset = numberIn(headers["x-ratelimit-reset"]);
  const isSpent = quota === "spent" || isExhausted(headers);
  const dated = Date.parse(String(headers.date ?? ""));
  const theirs = Number.isNaN(dated) ? now : dated;
  const instants = [
    ...(retryAfter === undefined ? [] : [now + retryAfter * secondMs]),
    ...(isSpent && reset !== undefined ? [now + Math.max(0, reset * secondMs - theirs) + secondMs] : []),
  ];
  return instants.length === 0 ? undefined : Math.min(now + longestWaitMs, Math.max(...instants));
}

/** When a limit without a time is over: after a minute, then twice as long each time, capped. */
export function secondaryUntil(now: Millis, strikes: number): Millis {
  return now + Math.min(secondaryCapMs, secondaryMs * 2 ** Math.min(strikes, 10));
}

/** Whether a message is that of a secondary limit. */
export function isSecondary(message: string): boolean {
  return /secondary rate|abuse detection|submitted too quickly/i.test(message);
}

function isExhausted(headers: Headers): boolean {
  return numberIn(headers["x-ratelimit-remaining"]) === 0;
}

function numberIn(header: unknown): number | undefined {
  if (typeof header !== "string" && typeof header !== "number") return undefined;
  const value = Number(header);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

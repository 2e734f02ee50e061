/**
 * Requests to GitHub as the App and as its installations. Probot authenticates; its retries and its throttle are off,
 * because they repeat writes that may have happened and let all installations share one queue. A newcomer would use
 * `context.octokit`: it belongs to no installation's queue, so everything here goes through `probot.auth(id)`.
 */
import { pino } from "pino";
import { Probot, ProbotOctokit } from "probot";
import type { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { Budget } from "./budget.ts";
import { type GraphqlProblem, isGraphqlErrors, isHttpError, UnexpectedAnswer } from "./octokit-errors.ts";
import { type Circumstances, failureOf, needsNewToken } from "./request-failure.ts";

/** The App itself (its JWT), one of its installations (a token), or no identity at all. */
export type Identity = "app" | "anybody" | number;
type Parameters = Readonly<Record<string, unknown>>;

/** What a GraphQL request brought: `data` by alias, and what went wrong in it. */
export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly GraphqlProblem[];
}

/** A REST answer; `unchanged` when the ETag still held. */
export type RestAnswer<T> =
  | {
      readonly type: "fresh";
      readonly data: T;
      readonly etag: string | undefined;
      readonly link: string | undefined;
    }
  | { readonly type: "unchanged" };

/** Everything here throws `RequestFailed`, and nothing else, for what the network did. */
export interface Client {
  readonly probot: Probot;
  readonly get: <T>(
    as: Identity,
    route: string,
    parameters: Parameters,
    shape: z.ZodType<T>,
    etag?: string,
  ) => Promise<RestAnswer<T>>;
  readonly post: (as: Identity, route: string, parameters: Parameters) => Promise<void>;
  readonly query: (installationId: number, document: string, variables: Parameters) => Promise<GraphqlAnswer>;
  readonly mutate: (
    installationId: number,
    document: string,
    variables: Parameters,
  ) => Promise<GraphqlAnswer>;
}

export interface ClientOptions {
  readonly appId: number;
  readonly privateKey: string;
  /** `http://127.0.0.1:4001/api/v3`; undefined for github.com. */
  readonly baseUrl: string | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly budget: Budget;
}

const maxReadAttempts = 4;

const PacedElsewhere = ProbotOctokit.defaults((given: object) => ({
  ...given,
  throttle: { enabled: false },
  retry: { enabled: false },
}));

export function createClient(options: ClientOptions): Client {
  const probot = new Probot({
    appId: options.appId,
    privateKey: options.privateKey,
    baseUrl: options.baseUrl,
    Octokit: PacedElsewhere,
    request: { fetch: boundedFetch },
    // Probot logs whole bodies; what failed is logged below, without them.
    log: pino({ enabled: false }),
  });
  const send = createSender(createIdentities(probot, options.baseUrl), options);
  const graphql = (
    as: number,
    intent: Circumstances["intent"],
    document: string,
    variables: Parameters,
  ): Promise<GraphqlAnswer> =>
    send(as, intent, async (octokit) => {
      try {
        return { data: recordIn(await octokit.graphql<unknown>(document, { ...variables })), problems: [] };
      } catch (thrown) {
        if (!isGraphqlErrors(thrown) || typeof thrown.data !== "object" || thrown.data === null) throw thrown;
        if (thrown.errors.some(({ type }) => type === "RATE_LIMITED")) throw thrown;
        return { data: recordIn(thrown.data), problems: thrown.errors };
      }
    });
  return {
    probot,
    get: (as, route, parameters, shape, etag) =>
      send(as, "read", async (octokit) => {
        try {
          const headers = etag === undefined ? {} : { "if-none-match": etag };
          const { data, headers: answered } = await octokit.request(`GET ${route}`, {
            ...parameters,
            headers,
          });
          return {
            type: "fresh",
            data: shaped(shape, data, route),
            etag: answered.etag,
            link: answered.link,
          };
        } catch (thrown) {
          if (isHttpError(thrown) && thrown.status === 304) return { type: "unchanged" };
          throw thrown;
        }
      }),
    post: (as, route, parameters) =>
      send(as, "write", async (octokit) => {
        const { status } = await octokit.request(`POST ${route}`, { ...parameters });
        if (status >= 300) throw new UnexpectedAnswer(`POST ${route} was answered with a redirect.`);
      }),
    query: (as, document, variables) => graphql(as, "read", document, variables),
    mutate: (as, document, variables) => graphql(as, "write", document, variables),
  };
}

type Send = <T>(
  as: Identity,
  intent: Circumstances["intent"],
  call: (octokit: ProbotOctokit) => Promise<T>,
) => Promise<T>;

/** One Octokit an identity, kept: tokens are cached and renewed by Probot underneath. */
function createIdentities(
  probot: Probot,
  baseUrl: string | undefined,
): (as: Identity) => Promise<ProbotOctokit> {
  const octokits = new Map<Identity, Promise<ProbotOctokit>>();
  const make = async (as: Identity): Promise<ProbotOctokit> => {
    if (as !== "anybody") return await probot.auth(as === "app" ? undefined : as);
    return new PacedElsewhere({ ...(baseUrl && { baseUrl }), request: { fetch: boundedFetch } });
  };
  return (as) => {
    const octokit = octokits.get(as) ?? make(as);
    octokits.set(as, octokit);
    return octokit;
  };
}

/** Sends once, or for reads until it succeeds or four attempts have failed; asks for a new token once. */
function createSender(
  octokitOf: (as: Identity) => Promise<ProbotOctokit>,
  { budget, clock, random, log }: ClientOptions,
): Send {
  return async (as, intent, call) => {
    // What is not an installation's quota is kept under 0, which is no installation's id.
    const account = typeof as === "number" ? as : 0;
    let renewed = false;
    for (let attempt = 0; ; ) {
      const heldUntil = budget.heldUntil(account);
      if (heldUntil !== undefined)
        throw new RequestFailed({
          type: "wait",
          scope: "installation",
          retryAt: heldUntil,
          message: "Held back as GitHub asked.",
        });
      const octokit = await octokitOf(as);
      try {
        const answer = await call(octokit);
        budget.succeeded(account);
        return answer;
      } catch (thrown) {
        if (!renewed && typeof as === "number" && needsNewToken(thrown)) {
          renewed = true;
          await octokit.auth({ type: "installation", refresh: true }).catch(() => {});
          continue;
        }
        const now = clock.now();
        const failure = failureOf(thrown, { intent, attempt, strikes: budget.strikes(account), now, random });
        log.warn(
          {
            installation: account,
            intent,
            attempt,
            failure: failure.type,
            error: failure.message.slice(0, 300),
          },
          "A request to GitHub failed.",
        );
        if (failure.type === "wait" && failure.scope === "installation")
          budget.hold(account, failure.retryAt);
        attempt += 1;
        if (
          failure.type !== "wait" ||
          failure.scope !== "request" ||
          intent === "write" ||
          attempt >= maxReadAttempts
        )
          throw new RequestFailed(failure, { cause: thrown });
        await clock.sleep(failure.retryAt - now);
      }
    }
  };
}

function shaped<T>(shape: z.ZodType<T>, data: unknown, route: string): T {
  const result = shape.safeParse(data);
  if (result.success) return result.data;
  throw new UnexpectedAnswer(
    `GET ${route} answered with something else: ${result.error.issues[0]?.message ?? "?"}.`,
  );
}

function recordIn(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== "object" || data === null) throw new UnexpectedAnswer("GraphQL answered without data.");
  return Object.fromEntries(Object.entries(data));
}

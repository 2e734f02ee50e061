/**
 * Requests to GitHub: REST reads with a checked shape, and GraphQL with its errors alongside its data.
 * GraphQL errors do not fail the whole request: what did succeed is in `data`, and some of it was written.
 */

import type { ProbotOctokit } from "probot";
import type { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { createClockSkew } from "./clock-skew.ts";
import { type GraphqlProblem, isGraphqlErrors, isHttpError, UnexpectedResponse } from "./octokit-errors.ts";
import type { Identity, Octokits } from "./octokits.ts";
import { type Circumstances, isPolicyRefusal } from "./request-failure.ts";
import { createSender, type SenderOptions, type SendOptions, type SendParameters } from "./sender.ts";
import { quotaPauseUntil } from "./told-to-wait.ts";
import { watchAnswers } from "./watch-answers.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** The result of a GraphQL request: `data` by alias, and the errors. */
export interface GraphqlResult {
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly GraphqlProblem[];
  /** Set for a write that was done in part before the quota was spent: what was not done is tried again then. */
  readonly pausedUntil?: Millis;
}

/** A REST answer; `unchanged` if the ETag still matched. */
export type RestResponse<T> =
  | {
      readonly type: "fresh";
      readonly data: T;
      readonly etag: string | undefined;
      readonly link: string | undefined;
    }
  | { readonly type: "unchanged" };

export interface ConditionalRequest<T> {
  readonly route: string;
  readonly parameters: Parameters;
  readonly shape: z.ZodType<T>;
  readonly etag: string | undefined;
}

/** Everything here throws `RequestFailed`, and nothing else, for network failures and error responses. */
export interface Client {
  /** How far our clock is ahead of GitHub's, as its last answer showed; 0 if it is behind or about right. */
  readonly aheadMs: () => Millis;
  readonly get: <T>(
    as: Identity,
    route: string,
    parameters: Parameters,
    shape: z.ZodType<T>,
  ) => Promise<RestResponse<T>>;
  /** As `get`, and answers `unchanged` if the resource still has this ETag. */
  readonly getIfChanged: <T>(as: Identity, request: ConditionalRequest<T>) => Promise<RestResponse<T>>;
  readonly post: (as: Identity, route: string, parameters: Parameters) => Promise<void>;
  readonly put: (as: Identity, route: string, parameters: Parameters) => Promise<void>;
  readonly patch: (as: Identity, route: string, parameters: Parameters) => Promise<void>;
  readonly query: (
    installationId: InstallationId,
    document: string,
    variables: Parameters,
    options?: SendOptions,
  ) => Promise<GraphqlResult>;
  readonly mutate: (
    installationId: InstallationId,
    document: string,
    variables: Parameters,
  ) => Promise<GraphqlResult>;
}

export function createClient({ octokitOf, renew }: Octokits, options: SenderOptions): Client {
  const { onAnswer, clock, budget } = options;
  const clockSkew = createClockSkew(
    onAnswer === undefined ? octokitOf : watchAnswers(octokitOf, onAnswer),
    clock,
  );
  const send = createSender({ octokitOf: clockSkew.watched, renew }, options);
  const graphql = (
    as: number,
    intent: Circumstances["intent"],
    document: string,
    variables: Parameters,
    options?: SendOptions,
  ): Promise<GraphqlResult> => {
    const call = async (octokit: ProbotOctokit, sending: SendParameters): Promise<GraphqlResult> => {
      try {
        const answer = await octokit.graphql<unknown>(document, { ...variables, ...sending });
        return { data: recordIn(answer), problems: [] };
      } catch (thrown) {
        if (!isGraphqlErrors(thrown) || typeof thrown.data !== "object" || thrown.data === null) throw thrown;
        const circumstances = { now: clock.now(), strikes: budget.strikes(as) };
        const pausedUntil = quotaPauseUntil(thrown, circumstances);
        const data = recordIn(thrown.data);
        if (isPolicyRefusal(thrown.message) && isUndone(data, thrown.errors)) throw thrown;
        if (pausedUntil === undefined) return { data, problems: thrown.errors };
        // A read is repeated as a whole; a write may have been done in part.
        if (intent === "read" || isUndone(data, thrown.errors)) throw thrown;
        budget.hold(as, pausedUntil, true);
        return { data, problems: thrown.errors, pausedUntil };
      }
    };
    return send(as, intent, call, options);
  };
  const write = (as: Identity, request: string, parameters: Parameters): Promise<void> =>
    send(as, "write", async (octokit, sending) => {
      const { status } = await octokit.request(request, { ...parameters, ...sending });
      if (status >= 300) throw new UnexpectedResponse(`${request} returned a redirect.`);
    });
  const getIfChanged: Client["getIfChanged"] = (as, { route, parameters, shape, etag }) =>
    send(as, "read", async (octokit) => {
      try {
        const headers = etag === undefined ? {} : { "if-none-match": etag };
        const { data, headers: answered } = await octokit.request(`GET ${route}`, {
          ...parameters,
          headers,
        });
        return { type: "fresh", data: shaped(shape, data, route), etag: answered.etag, link: answered.link };
      } catch (thrown) {
        if (isHttpError(thrown) && thrown.status === 304) return { type: "unchanged" };
        throw thrown;
      }
    });
  return {
    aheadMs: clockSkew.aheadMs,
    get: (as, route, parameters, shape) => getIfChanged(as, { route, parameters, shape, etag: undefined }),
    getIfChanged,
    post: (as, route, parameters) => write(as, `POST ${route}`, parameters),
    put: (as, route, parameters) => write(as, `PUT ${route}`, parameters),
    patch: (as, route, parameters) => write(as, `PATCH ${route}`, parameters),
    query: (as, document, variables, options) => graphql(as, "read", document, variables, options),
    mutate: (as, document, variables) => graphql(as, "write", document, variables),
  };
}

/** Whether no mutation was run. An error below a field's alias came after its mutation, and may have nulled it. */
function isUndone(data: GraphqlResult["data"], problems: readonly GraphqlProblem[]): boolean {
  const isRun = problems.some(({ path = [] }) => path.length > 1);
  return !isRun && Object.values(data).every((value) => value === null);
}

function shaped<T>(shape: z.ZodType<T>, data: unknown, route: string): T {
  const result = shape.safeParse(data);
  if (result.success) return result.data;
  throw new UnexpectedResponse(
    `GET ${route} returned an unexpected response: ${result.error.issues[0]?.message ?? "?"}.`,
  );
}

function recordIn(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== "object" || data === null)
    throw new UnexpectedResponse("The GraphQL response has no data.");
  return Object.fromEntries(Object.entries(data));
}

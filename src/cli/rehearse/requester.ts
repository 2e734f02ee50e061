/** Sends requests for one identity and returns what was answered, refusals included. Waits where GitHub says to wait. */
import { setTimeout as delay } from "node:timers/promises";
import type { ProbotOctokit } from "probot";
import { isGraphqlErrors, isHttpError } from "../../github/transport/octokit-errors.ts";
import {
  isSecondary,
  isSpentQuota,
  saysQuotaIsSpent,
  secondaryUntil,
  toldUntil,
} from "../../github/transport/told-to-wait.ts";
import { NotAsked } from "./not-asked.ts";

type Headers = Readonly<Record<string, unknown>>;

export interface RestAnswer {
  readonly status: number;
  // The cases read answers of every shape, and a wrong guess is a finding.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly headers: Headers;
}

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly data: any;
  readonly errors: readonly { readonly type: string; readonly message: string }[];
  /** Empty for an answer without errors. */
  readonly headers: Headers;
}

type Limit = "spent" | "secondary";
type Parameters = Readonly<Record<string, unknown>>;

/** A rehearsal takes twenty minutes: what takes longer to come back is another day's. */
const longestWaitMs = 10 * 60_000;
const mostWaits = 5;

export class Requester {
  readonly #octokit: () => Promise<ProbotOctokit>;
  #strikes = 0;

  /** @param octokit a function, since tokens of installations are renewed */
  constructor(octokit: () => Promise<ProbotOctokit>) {
    this.#octokit = octokit;
  }

  /** @param route for example `GET /repos/{owner}/{repo}` @throws NotAsked where GitHub asks for too long a wait */
  rest(route: string, parameters: Parameters = {}): Promise<RestAnswer> {
    return this.#patiently(
      () => this.#rest(route, parameters),
      ({ status, body }) => {
        const message = String(Object(body).message ?? "");
        if (status !== 403 && status !== 429) return undefined;
        if (isSpentQuota(message)) return "spent";
        return status === 429 || isSecondary(message) ? "secondary" : undefined;
      },
    );
  }

  /** @throws NotAsked where GitHub asks for too long a wait */
  graphql(document: string, variables: Parameters = {}): Promise<GraphqlAnswer> {
    return this.#patiently(
      () => this.graphqlOnce(document, variables),
      ({ errors }) => {
        if (errors.some(saysQuotaIsSpent)) return "spent";
        return errors.some(({ message }) => isSecondary(message)) ? "secondary" : undefined;
      },
    );
  }

  /** A refusal for a limit is returned, too. */
  async graphqlOnce(document: string, variables: Parameters = {}): Promise<GraphqlAnswer> {
    try {
      const data = await (await this.#octokit()).graphql(document, { ...variables });
      return { data, errors: [], headers: {} };
    } catch (thrown) {
      if (isHttpError(thrown) && thrown.response !== undefined && isLimitWords(thrown.message))
        return {
          data: null,
          errors: [{ type: "", message: thrown.message }],
          headers: thrown.response.headers,
        };
      if (!isGraphqlErrors(thrown)) throw thrown;
      const errors = thrown.errors.map(({ type, message }) => ({ type: type ?? "", message }));
      return { data: thrown.data ?? null, errors, headers: thrown.headers };
    }
  }

  async #rest(route: string, parameters: Parameters): Promise<RestAnswer> {
    try {
      const { status, data, headers } = await (await this.#octokit()).request(route, { ...parameters });
      return { status, body: data, headers };
    } catch (thrown) {
      if (!isHttpError(thrown) || thrown.response === undefined) throw thrown;
      const { status, response } = thrown;
      return { status, body: "data" in response ? response.data : undefined, headers: response.headers };
    }
  }

  /** What a limit refused was not done, so that it can be repeated. */
  async #patiently<Answer extends { readonly headers: Headers }>(
    ask: () => Promise<Answer>,
    limitIn: (answer: Answer) => Limit | undefined,
  ): Promise<Answer> {
    for (let waits = 0; ; waits++) {
      const answer = await ask();
      const limit = limitIn(answer);
      if (limit === undefined) return answer;
      const now = Date.now();
      // GitHub names the reset in every answer: a secondary limit is over long before.
      const told = toldUntil(answer.headers, now, limit === "spent" ? "spent" : "as the headers say");
      const waitMs = (told ?? secondaryUntil(now, this.#strikes++)) - now;
      if (waits === mostWaits || waitMs > longestWaitMs)
        throw new NotAsked(
          `GitHub says to wait ${Math.ceil(waitMs / 60_000)} minutes. Go on later with --record and --resume.`,
        );
      await delay(waitMs);
    }
  }
}

function isLimitWords(message: string): boolean {
  return isSpentQuota(message) || isSecondary(message);
}

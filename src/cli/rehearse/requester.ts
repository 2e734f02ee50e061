/** Sends requests for one identity and returns what was answered, refusals included. */
import type { ProbotOctokit } from "probot";
import { isGraphqlErrors, isHttpError } from "../../github/transport/octokit-errors.ts";

export interface RestAnswer {
  readonly status: number;
  // The cases read answers of every shape, and a wrong guess is a finding.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly data: any;
  readonly errors: readonly { readonly type: string; readonly message: string }[];
  /** Empty for an answer without errors. */
  readonly headers: Readonly<Record<string, unknown>>;
}

type Parameters = Readonly<Record<string, unknown>>;

export class Requester {
  readonly #octokit: () => Promise<ProbotOctokit>;

  /** @param octokit a function, since tokens of installations are renewed */
  constructor(octokit: () => Promise<ProbotOctokit>) {
    this.#octokit = octokit;
  }

  /** @param route for example `GET /repos/{owner}/{repo}` */
  async rest(route: string, parameters: Parameters = {}): Promise<RestAnswer> {
    try {
      const { status, data, headers } = await (await this.#octokit()).request(route, { ...parameters });
      return { status, body: data, headers };
    } catch (thrown) {
      if (!isHttpError(thrown) || thrown.response === undefined) throw thrown;
      const { status, response } = thrown;
      return { status, body: "data" in response ? response.data : undefined, headers: response.headers };
    }
  }

  async graphql(document: string, variables: Parameters = {}): Promise<GraphqlAnswer> {
    try {
      const data = await (await this.#octokit()).graphql(document, { ...variables });
      return { data, errors: [], headers: {} };
    } catch (thrown) {
      if (!isGraphqlErrors(thrown)) throw thrown;
      const errors = thrown.errors.map(({ type, message }) => ({ type: type ?? "", message }));
      return { data: thrown.data ?? null, errors, headers: thrown.headers };
    }
  }
}

/**
 * The two errors that Octokit throws, recognised by their shape. `instanceof` is unreliable: several copies
 * of Octokit's error classes may be installed side by side.
 */

/** A REST or transport error. Without `response` no answer was received. */
export interface HttpError extends Error {
  readonly status: number;
  readonly request: { readonly url: string };
  readonly response?: { readonly headers: Readonly<Record<string, unknown>> } | undefined;
}

/** One entry of `errors` in a GraphQL answer. */
export interface GraphqlProblem {
  readonly type?: string;
  /** Some errors have one in addition to `type`, or instead of it: `graphql_rate_limit`. */
  readonly code?: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** A GraphQL answer with `errors`; `data` may hold what did succeed. */
export interface GraphqlErrors extends Error {
  readonly errors: readonly GraphqlProblem[];
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** The answer had a good status but is not what GitHub would send: HTML of a proxy, JSON cut short. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedAnswer";
}

export function isHttpError(thrown: unknown): thrown is HttpError {
  return (
    thrown instanceof Error && "status" in thrown && typeof thrown.status === "number" && "request" in thrown
  );
}

export function isGraphqlErrors(thrown: unknown): thrown is GraphqlErrors {
  return thrown instanceof Error && "errors" in thrown && Array.isArray(thrown.errors) && "headers" in thrown;
}

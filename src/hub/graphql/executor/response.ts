/**
 * The body of a GraphQL response. Errors carry GitHub's `type` at the top level, not among `extensions`, and
 * clients match on it; an unknown field is worded as on GitHub, because clients detect features by that
 * sentence.
 */
import { GraphQLError } from "graphql";
import type { Logger } from "../../../base/logger.ts";
import type { Excess } from "../listing/paging/page-size.ts";
import { FieldFailure } from "./failure.ts";

export interface GraphqlResponse {
  readonly status: number;
  /** The points that the query takes; 1 if it was refused before it was run. */
  readonly cost?: number;
  readonly body: unknown;
}

/** What a query that ran returns: its data, and the errors of single fields. */
export interface ExecutionBody {
  readonly data?: unknown;
  readonly errors?: readonly ErrorEntry[];
}

interface ErrorEntry {
  readonly type?: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, string>>;
  readonly locations?: GraphQLError["locations"];
  readonly message: string;
}

const documentation = "https://docs.github.com/graphql";

export function unauthorizedResponse(): GraphqlResponse {
  const message = "This endpoint requires you to be authenticated.";
  return { status: 401, body: { message, documentation_url: documentation, status: "401" } };
}

export function malformedResponse(message: string): GraphqlResponse {
  return { status: 400, body: { message, documentation_url: documentation } };
}

/** The response to a query that fails validation: errors and no data. */
export function failedValidation(errors: readonly GraphQLError[]): GraphqlResponse {
  return { status: 200, body: { errors: errors.map(describeInvalid) } };
}

export function tooExpensive(excess: Excess): GraphqlResponse {
  return { status: 200, body: { errors: [excess] } };
}

export function executionResponse(
  data: unknown,
  errors: readonly GraphQLError[],
  log: Logger,
): { readonly status: number; readonly body: ExecutionBody } {
  const failed = errors.length > 0 ? { errors: errors.map((error) => describe(error, log)) } : {};
  return { status: 200, body: { ...(data === undefined ? {} : { data }), ...failed } };
}

function describe(error: GraphQLError, log: Logger): ErrorEntry {
  const place = { ...(error.path ? { path: error.path } : {}), ...locationsOf(error) };
  const cause = error.originalError;
  if (cause instanceof FieldFailure) return { type: cause.type, ...place, message: cause.message };
  if (cause === undefined || cause instanceof GraphQLError) return { ...place, message: error.message };
  log.error({ path: error.path?.join(".") }, "GraphQL field failed", cause);
  return { ...place, message: "Something went wrong while executing your query." };
}

function locationsOf({ locations }: GraphQLError): Pick<ErrorEntry, "locations"> {
  return locations === undefined ? {} : { locations };
}

function describeInvalid(error: GraphQLError): ErrorEntry {
  const field = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(error.message);
  if (field) {
    const [, fieldName = "", typeName = ""] = field;
    return {
      extensions: { code: "undefinedField", typeName, fieldName },
      ...locationsOf(error),
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
    };
  }
  const argument = /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/.exec(error.message);
  if (argument) {
    const [, argumentName = "", name = ""] = argument;
    return {
      extensions: { code: "argumentNotAccepted", name, typeName: "Field", argumentName },
      ...locationsOf(error),
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
    };
  }
  return { ...locationsOf(error), message: error.message };
}

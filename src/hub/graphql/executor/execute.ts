/**
 * Executes one GraphQL request over GitHub's own schema. Refusals are neither exceptions nor statuses: GitHub
 * returns 200 for every authenticated, well-formed request.
 */
import { execute, GraphQLError, getOperationAST } from "graphql";
import type { HubCore } from "../../core.ts";
import type { RateStatus } from "../../http/rate.ts";
import { type Actor, isWriter } from "../../ops/access/actor.ts";
import type { Variables } from "../listing/paging/page-size.ts";
import { objectTypes } from "../types/all.ts";
import { measure } from "./cost.ts";
import { checkDocument } from "./document.ts";
import { entity } from "./entity.ts";
import { nameType, resolverOver } from "./object-type.ts";
import { limitedAnswer, type ResourceLimit, withinLimit } from "./resource-limit.ts";
import {
  executionResponse,
  failedValidation,
  type GraphqlResponse,
  malformedResponse,
  tooExpensive,
  unauthorizedResponse,
} from "./response.ts";
import { githubSchema } from "./schema.ts";

const fieldResolver = resolverOver(objectTypes);

/** Does the slow part of the first query ahead of time, about a seventh of a second. */
export function prepareGraphql(): void {
  checkDocument("{ viewer { login } }");
}

/**
 * @param request the parsed JSON body as received: `query`, and perhaps `variables` and `operationName`
 * @param budget the value of `rateLimit`; without it the field is null, as when limits are off
 * @param limit what is over it is not answered
 * @returns the status and the body to send as JSON; never throws, whatever the client sent
 */
export async function executeGraphql(
  core: HubCore,
  actor: Actor,
  request: unknown,
  { budget, limit }: { readonly budget?: RateStatus; readonly limit?: ResourceLimit | undefined } = {},
): Promise<GraphqlResponse> {
  if (!isWriter(actor)) return unauthorizedResponse();
  if (!isRecord(request)) return malformedResponse("Problems parsing JSON");
  const { query, variables, operationName } = request;
  if (typeof query !== "string")
    return malformedResponse("A query attribute must be specified and must be a string.");
  const checked = checkDocument(query, core.release);
  if (checked.kind === "invalid") return failedValidation(checked.errors);
  const { document } = checked.document;
  const name = typeof operationName === "string" && operationName !== "" ? operationName : undefined;
  const operation = getOperationAST(document, name);
  if (!operation) return failedValidation([new GraphQLError(missingOperation(name))]);
  const given: Variables = isRecord(variables) ? variables : {};
  const measured = measure(checked.document, operation, given);
  if ("message" in measured) return tooExpensive(measured);
  const { data, errors } = await execute({
    schema: githubSchema(core.release),
    document: limit === undefined ? document : withinLimit(document, operation, limit),
    rootValue:
      operation.operation === "mutation" ? entity("Mutation", undefined) : entity("Query", undefined),
    contextValue: { core, actor, cost: measured, budget },
    variableValues: given,
    ...(name === undefined ? {} : { operationName: name }),
    fieldResolver,
    typeResolver: nameType,
  });
  const { status, body } = executionResponse(data, errors ?? [], core.log);
  const answered = limit === undefined ? body : limitedAnswer(body, operation, limit);
  return { status, body: answered, cost: measured.cost };
}

function missingOperation(name: string | undefined): string {
  return name === undefined ? "An operation name is required" : `No operation named "${name}"`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The GraphQL points of GitHub's hourly limit that a request takes, by GitHub's formula, which the hub has for `rateLimit`. */
import { getOperationAST } from "graphql";
import { measure } from "../../src/hub/graphql/executor/cost.ts";
import { checkDocument } from "../../src/hub/graphql/executor/document.ts";

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** As `pointsOf`; 1 for a request that GitHub would refuse. */
export function pointsTaken(request: GraphqlRequest): number {
  try {
    return pointsOf(request);
  } catch (thrown) {
    if (thrown instanceof RangeError) return 1;
    throw thrown;
  }
}

/** @throws RangeError if GitHub would refuse the request */
export function pointsOf({ query, variables }: GraphqlRequest): number {
  const checked = checkDocument(query);
  const operation = checked.kind === "valid" ? getOperationAST(checked.document.document) : undefined;
  if (checked.kind === "invalid" || !operation) throw new RangeError(`Not a request of GitHub's: ${query}`);
  const cost = measure(checked.document, operation, variables);
  if ("message" in cost) throw new RangeError(cost.message);
  return cost.cost;
}

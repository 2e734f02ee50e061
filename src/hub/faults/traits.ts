/** Derives what rules can match a request on. GraphQL is parsed here only while a rule is active. */
import { Kind, parse } from "graphql";
import type { HubRequest } from "../http/request.ts";
import type { Actor } from "../ops/access/actor.ts";
import { isWriter } from "../ops/access/actor.ts";
import type { RequestTraits } from "./faults.ts";

export function traitsOf(request: HubRequest, actor: Actor | undefined): RequestTraits {
  return {
    method: request.method,
    path: request.path,
    login: actor !== undefined && isWriter(actor) ? actor.user.login : undefined,
    graphql: request.path === "/graphql" ? graphqlTraits(request.body) : undefined,
  };
}

/** @returns undefined for anything but GraphQL */
function graphqlTraits(body: Buffer): RequestTraits["graphql"] {
  try {
    const content: unknown = JSON.parse(body.toString());
    const query = typeof content === "object" && content !== null ? Reflect.get(content, "query") : undefined;
    if (typeof query !== "string") return undefined;
    const operations = parse(query, { noLocation: true, maxTokens: 20_000 }).definitions.filter(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION,
    );
    return {
      operation: operations[0]?.name?.value,
      fields: operations.flatMap(({ selectionSet }) =>
        selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : [])),
      ),
      isMutation: operations.some(({ operation }) => operation === "mutation"),
    };
  } catch {
    return undefined;
  }
}

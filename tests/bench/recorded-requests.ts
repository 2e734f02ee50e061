/**
 * Requests to GitHub as the proxy recorded them, and what those of a step cost. Role look-ups are counted
 * separately: they are deliberately repeated before each write, and only the other requests have a target.
 */
import { Kind, OperationTypeNode, parse } from "graphql";
import { z } from "zod";
import type { Figure } from "./figure.ts";
import { type GraphqlRequest, pointsTaken } from "./points.ts";

/** One request with its response. */
export interface RecordedRequest {
  readonly type: "GraphQL read" | "GraphQL write" | "REST read" | "REST write" | "role look-up";
  /** The GraphQL operation's name, or the path. */
  readonly what: string;
  /** The mutations inside it, by name. */
  readonly mutations: readonly string[];
  /** Whether it was answered with 304, which costs no quota but a round trip. */
  readonly isUnchanged: boolean;
  /** Undefined for REST. */
  readonly graphql?: GraphqlRequest;
}

/** The share of a whole request that one answered with 304 counts as. */
const unchangedShare = 0.1;

const graphqlShape = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
});

/** @param status of the response */
export function recordedRequest(
  method: string | undefined,
  url: string,
  body: Buffer,
  status: number,
): RecordedRequest {
  const isUnchanged = status === 304;
  if (!url.endsWith("/graphql")) {
    const isRole = /\/collaborators\/[^/]+\/permission$/.test(url);
    const type = isRole ? "role look-up" : method === "GET" ? "REST read" : "REST write";
    return { type, what: url.replace(/[?].*/s, ""), mutations: [], isUnchanged };
  }
  const graphql = graphqlShape.parse(JSON.parse(body.toString()));
  const mutations = mutationsIn(graphql.query);
  const what = /^(?:query|mutation) (\w+)/.exec(graphql.query)?.[1] ?? "";
  const type = mutations.length === 0 ? "GraphQL read" : "GraphQL write";
  return { type, what, mutations, isUnchanged, graphql };
}

function mutationsIn(query: string): readonly string[] {
  return parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.MUTATION
      ? definition.selectionSet.selections.flatMap((field) =>
          field.kind === Kind.FIELD ? field.name.value : [],
        )
      : [],
  );
}

/** Of GitHub's hourly limit, for all GraphQL requests together. */
export function pointsOfAll(requests: readonly RecordedRequest[]): number {
  return requests.reduce((sum, { graphql }) => sum + (graphql === undefined ? 0 : pointsTaken(graphql)), 0);
}

/** What a step may cost. */
export interface Limits {
  readonly requests: number;
  readonly graphqlReads?: number;
  /** Of GitHub's hourly limit, for all GraphQL requests together. */
  readonly points?: number;
}

/** The figures of the requests of one step. */
export function figuresOf(
  step: string,
  requests: readonly RecordedRequest[],
  limits?: Limits,
): readonly Figure[] {
  const count = (is: (one: RecordedRequest) => boolean): number => requests.filter(is).length;
  const of = (type: RecordedRequest["type"]): number => count((one) => one.type === type);
  const roles = of("role look-up");
  const unchanged = count(({ type, isUnchanged }) => isUnchanged && type !== "role look-up");
  const mutations = Map.groupBy(
    requests.flatMap((one) => one.mutations),
    (name) => name,
  );
  const figure = (name: string, value: number, atMost?: number): Figure => ({
    name: `${step}: ${name}`,
    value,
    unit: "",
    ...(atMost === undefined ? {} : { target: { atMost } }),
  });
  return [
    figure("requests, all", requests.length),
    figure(
      "requests without role look-ups, a 304 as a tenth",
      requests.length - roles - unchanged * (1 - unchangedShare),
      limits?.requests,
    ),
    figure("  GraphQL reads", of("GraphQL read"), limits?.graphqlReads),
    figure("  GraphQL points", pointsOfAll(requests), limits?.points),
    figure("  REST reads", of("REST read")),
    figure("    of these answered 304", unchanged),
    figure("  GraphQL writes", of("GraphQL write")),
    ...[...mutations].sort().map(([name, group]) => figure(`    of these ${name}`, group.length)),
    figure("  REST writes", of("REST write")),
    figure("role look-ups", roles),
  ];
}

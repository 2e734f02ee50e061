/**
 * What GitHub answers to a GraphQL request that takes too many resources: some of it, and an error for the rest. Mutations
 * whose answer is missing may have been run.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#other-resource-limits
 * https://github.com/yoshi389111/github-profile-3d-contrib/issues/163 has such an answer.
 */
import { type DocumentNode, Kind, type OperationDefinitionNode } from "graphql";
import type { ExecutionBody } from "./response.ts";

export interface ResourceLimit {
  /** How many root fields are answered, from the first; undefined if the answer has no data. */
  readonly answers?: number | undefined;
  /** Whether the others are not run (`before`), or only not answered (`after`). */
  readonly when: "before" | "after";
}

const error = {
  type: "RESOURCE_LIMITS_EXCEEDED",
  message: "Resource limits for this query exceeded.",
} as const;

/** The document with what is run of it. */
export function withinLimit(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { answers = 0, when }: ResourceLimit,
): DocumentNode {
  if (when === "after") return document;
  const { selectionSet } = operation;
  const shortened = {
    ...operation,
    selectionSet: { ...selectionSet, selections: selectionSet.selections.slice(0, answers) },
  };
  return {
    ...document,
    definitions: document.definitions.map((each) => (each === operation ? shortened : each)),
  };
}

/** The answer without what is over the limit. */
export function limitedAnswer(
  body: ExecutionBody,
  operation: OperationDefinitionNode,
  { answers }: ResourceLimit,
): unknown {
  const said = body.errors ?? [];
  if (answers === undefined) return { data: null, errors: [...said, error] };
  const missing = responseKeys(operation).slice(answers);
  const data = typeof body.data === "object" && body.data !== null ? body.data : {};
  return {
    data: { ...data, ...Object.fromEntries(missing.map((key) => [key, null])) },
    errors: [
      ...said.filter(({ path }) => !missing.includes(String(path?.[0]))),
      ...missing.map((key) => ({ ...error, path: [key] })),
    ],
  };
}

function responseKeys({ selectionSet }: OperationDefinitionNode): readonly string[] {
  return selectionSet.selections.flatMap((each) =>
    each.kind === Kind.FIELD ? [(each.alias ?? each.name).value] : [],
  );
}

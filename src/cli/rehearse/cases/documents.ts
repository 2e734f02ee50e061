/** What each document that we read by costs, as GitHub counts: it is the same whatever the repository has. */
import {
  type DefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type TypeNode,
  type VariableDefinitionNode,
} from "graphql";
import type { Query } from "../../../github/read/queries.ts";
import type { Observation } from "../observation.ts";
import { readDocuments } from "../read-documents.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { Side } from "../side.ts";

export const documentCases: readonly RehearsalCase[] = Object.entries(readDocuments).map(([what, query]) => ({
  id: `documents.${what.replace(/[^a-z]+/gi, "-").toLowerCase()}`,
  question: `What does reading ${what} cost?`,
  creations: 0,
  observe: (side) => askCost(side, query),
}));

async function askCost(side: Side, { document, variables }: Query): Promise<Observation> {
  const parsed = parse(document);
  const definitions = parsed.definitions.map(withCost);
  const operation = parsed.definitions.find(isOperation);
  const needed = Object.fromEntries(
    (operation?.variableDefinitions ?? []).flatMap((each) => neededVariable(side, each)),
  );
  const answer = await side.options.app.graphql(print({ ...parsed, definitions }), {
    ...needed,
    ...variables,
  });
  const limit = answer.data?.rateLimit;
  // Nodes that are not there are errors next to the cost.
  return limit == null
    ? side.describeRefusal(answer)
    : { cost: Number(limit.cost), nodeCount: Number(limit.nodeCount) };
}

function isOperation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}

function withCost(definition: DefinitionNode): DefinitionNode {
  if (!isOperation(definition)) return definition;
  const { selectionSet } = definition;
  const [asked] = parse("{ rateLimit { cost nodeCount } }").definitions;
  const added = asked !== undefined && isOperation(asked) ? asked.selectionSet.selections : [];
  return {
    ...definition,
    selectionSet: { ...selectionSet, selections: [...added, ...selectionSet.selections] },
  };
}

/** A value of its type: what a document costs does not depend on it, except for the sizes of pages. */
function neededVariable(
  { options: { owner, repo } }: Side,
  { variable, type, defaultValue }: VariableDefinitionNode,
): readonly (readonly [string, unknown])[] {
  const name = variable.name.value;
  if (name === "owner") return [[name, owner]];
  if (name === "name" || name === "repo") return [[name, repo]];
  if (name === "first" || name === "last") return [[name, 100]];
  if (type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined) return [];
  return [[name, sampleOf(type)]];
}

function sampleOf(type: TypeNode): unknown {
  if (type.kind === Kind.NON_NULL_TYPE) return sampleOf(type.type);
  if (type.kind === Kind.LIST_TYPE) return [sampleOf(type.type)];
  switch (type.name.value) {
    case "Int":
      return 1;
    case "Boolean":
      return false;
    case "DateTime":
    case "GitTimestamp":
      return "2026-01-01T00:00:00Z";
    case "GitObjectID":
      return "0".repeat(40);
    case "ID":
      return "ID_0";
    default:
      return "x";
  }
}

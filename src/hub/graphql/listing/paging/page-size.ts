/**
 * How much one field of a query requests, and GitHub's errors for a missing or excessive size. Sizes come
 * from the text or from variables, never from resolved values: a refused query must not have run.
 */
import { type FieldNode, type GraphQLField, Kind } from "graphql";

export type Variables = Readonly<Record<string, unknown>>;

/** Why a query is not run. */
export interface Excess {
  readonly type: string;
  readonly message: string;
}

const maxPerPage = 100;
const bounds = ["first", "last"] as const;

/** Whether a field is a connection, which needs `first` or `last`. */
export function isPaged(field: GraphQLField<unknown, unknown>): boolean {
  return bounds.every((bound) => field.args.some((arg) => arg.name === bound));
}

/** How many nodes a connection may give. */
export function pageSize(node: FieldNode, variables: Variables): number | Excess {
  const name = node.name.value;
  const sizes: number[] = [];
  for (const bound of bounds) {
    const size = argument(node, bound, variables);
    if (typeof size !== "number") continue;
    const excess = checkSize(name, bound, size);
    if (excess !== undefined) return excess;
    sizes.push(size);
  }
  if (sizes.length > 0) return Math.max(1, ...sizes);
  if (!asksForRows(node)) return 0;
  return {
    type: "MISSING_PAGINATION_BOUNDARIES",
    message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
  };
}

/** A connection of which only the count is requested needs no size. */
function asksForRows(node: FieldNode): boolean {
  const selections = node.selectionSet?.selections ?? [];
  return selections.some(
    (selection) => selection.kind !== Kind.FIELD || ["nodes", "edges"].includes(selection.name.value),
  );
}

function checkSize(name: string, bound: string, size: number): Excess | undefined {
  if (size > maxPerPage) {
    const message = `Requesting ${size} records on the \`${name}\` connection exceeds the \`${bound}\` limit of ${maxPerPage} records.`;
    return { type: "EXCESSIVE_PAGINATION", message };
  }
  if (size >= 0) return undefined;
  const message = `\`${bound}\` on the \`${name}\` connection cannot be less than zero.`;
  return { type: "INVALID_PAGINATION", message };
}

/** How many objects any other field may return: one, or for `nodes` one for each id. */
export function listSize(node: FieldNode, variables: Variables): number | Excess {
  const ids = node.name.value === "nodes" ? argument(node, "ids", variables) : undefined;
  const size = Array.isArray(ids) ? ids.length : 1;
  if (size <= maxPerPage) return Math.max(1, size);
  const message = `You may not provide more than ${maxPerPage} node ids; you provided ${size}.`;
  return { type: "ARGUMENT_LIMIT", message };
}

function argument(node: FieldNode, name: string, variables: Variables): unknown {
  const value = node.arguments?.find((candidate) => candidate.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value];
  if (value?.kind === Kind.LIST) return value.values;
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

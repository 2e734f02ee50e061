/**
 * GitHub's limits on a query, checked before anything runs, so that a refused mutation has changed nothing.
 * Every connection states its page size, at most 100; a query reaches at most 500,000 nodes. Limits of our
 * own on depth and width keep a small text full of fragments from becoming expensive.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Excess, isPaged, listSize, pageSize, type Variables } from "../listing/paging/page-size.ts";
import type { CheckedDocument } from "./document.ts";
import { githubSchema } from "./schema.ts";

const maxNodes = 500_000;
const maxDepth = 30;
const maxFields = 25_000;
const maxTypeLookups = 2;

/**
 * The maximum that a query may reach. `cost` is GitHub's: the requests needed for it, in hundreds, at least
 * 1.
 */
export interface Cost {
  readonly nodeCount: number;
  readonly cost: number;
}

/** Measures an operation, or returns the limit that it exceeds. */
export function measure(
  { fragments }: CheckedDocument,
  operation: OperationDefinitionNode,
  variables: Variables,
): Cost | Excess {
  const walk = new Walk(fragments, withDefaults(operation, variables));
  const root = githubSchema().getRootType(operation.operation);
  if (root) walk.into(operation.selectionSet, { type: root, times: 1, depth: 1 });
  return walk.excess ?? walk.cost();
}

/** The position of the traversal in the query. */
interface Place {
  readonly type: GraphQLCompositeType;
  /** How many objects the selection may be read from. */
  readonly times: number;
  readonly depth: number;
}

class Walk {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  #fields = 0;
  #typeLookups = 0;
  #nodes = 0;
  /** Requests that filling every connection would take. */
  #requests = 1;
  excess: Excess | undefined;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Variables) {
    this.#fragments = fragments;
    this.#variables = variables;
  }

  cost(): Cost {
    return { nodeCount: this.#nodes, cost: Math.max(1, Math.round(this.#requests / 100)) };
  }

  into({ selections }: SelectionSetNode, place: Place): void {
    if (place.depth > maxDepth) {
      this.#refuse("MAX_DEPTH_EXCEEDED", `Query is nested deeper than ${maxDepth} levels.`);
    }
    for (const selection of selections) {
      if (this.excess !== undefined) return;
      this.#selection(selection, place);
    }
  }

  #selection(selection: SelectionNode, place: Place): void {
    if (selection.kind === Kind.FIELD) {
      this.#field(selection, place);
      return;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    if (fragment === undefined) return;
    const type = fragment.typeCondition
      ? githubSchema().getType(fragment.typeCondition.name.value)
      : place.type;
    if (isCompositeType(type)) this.into(fragment.selectionSet, { ...place, type, depth: place.depth + 1 });
  }

  #field(node: FieldNode, { type: parent, times, depth }: Place): void {
    this.#count(node);
    const field = githubSchema().getField(parent, node.name.value);
    const type = getNamedType(field?.type);
    if (field === undefined || !isCompositeType(type)) return;
    const paged = isPaged(field);
    const size = paged ? pageSize(node, this.#variables) : listSize(node, this.#variables);
    if (typeof size !== "number") {
      this.excess ??= size;
      return;
    }
    if (paged) this.#reach(times, size);
    if (node.selectionSet) this.into(node.selectionSet, { type, times: times * size, depth: depth + 1 });
  }

  #count(node: FieldNode): void {
    this.#fields += 1;
    if (node.name.value === "__type") this.#typeLookups += 1;
    if (this.#fields > maxFields) {
      this.#refuse("MAX_FIELDS_EXCEEDED", `Query selects more than ${maxFields} fields.`);
    }
    if (this.#typeLookups > maxTypeLookups) {
      this.#refuse("INTROSPECTION_LIMIT", `Query looks up more than ${maxTypeLookups} types.`);
    }
  }

  #reach(times: number, size: number): void {
    this.#nodes += times * size;
    this.#requests += times;
    if (this.#nodes <= maxNodes) return;
    const asked = this.#nodes.toLocaleString("en-US");
    this.#refuse(
      "MAX_NODE_LIMIT_EXCEEDED",
      `This query requests up to ${asked} possible nodes which exceeds the maximum limit of 500,000.`,
    );
  }

  #refuse(type: string, message: string): void {
    this.excess ??= { type, message };
  }
}

function withDefaults(operation: OperationDefinitionNode, variables: Variables): Variables {
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...variables };
}

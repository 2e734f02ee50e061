/**
 * Makes schema.graphql: of GitHub's public GraphQL schema the types that our documents select from, with all fields between
 * them, their arguments, and what is deprecated; without prose.
 */
import {
  buildASTSchema,
  buildSchema,
  type FieldDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isSpecifiedScalarType,
  Kind,
  type NamedTypeNode,
  parse,
  print,
  type TypeDefinitionNode,
  TypeInfo,
  type TypeNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { documents } from "./documents.ts";
import { keptMutations, keptTypes } from "./kept.ts";

/** The types and mutations of which a cut consists. */
interface Kept {
  readonly types: ReadonlySet<string>;
  readonly mutations: ReadonlySet<string>;
}

/** @throws if a document names a field that the schema lacks and that is therefore in no cut */
export function schemaCut(sdl: string, from: string, ofDay: string): string {
  const document = parse(sdl, { noLocation: true });
  const schema = buildASTSchema(document, { assumeValid: true });
  const kept = keptIn(schema);
  const defined = new Map(
    document.definitions.flatMap((node) =>
      "name" in node && node.name !== undefined ? [[node.name.value, node as TypeDefinitionNode] as const] : [],
    ),
  );
  const outputs = [...kept.types].flatMap((name) => narrowed(schema, defined.get(name), kept) ?? []);
  const inputs = inputsOf(schema, outputs);
  const all = [...outputs, ...[...inputs].flatMap((name) => defined.get(name) ?? [])];
  const printed = all.map((node) => print(withoutProse(node))).toSorted();
  const header = [`# Cut from ${from}, as it was on ${ofDay}, by \`npm run github-facts\`; never edited by hand.`];
  const text = `${[...header, "schema { query: Query mutation: Mutation }", ...printed].join("\n")}\n`;
  buildSchema(text, { assumeValid: true });
  return text;
}

/** What our documents select from. */
function keptIn(schema: GraphQLSchema): Kept {
  const types = new Set(keptTypes);
  const mutations = new Set(keptMutations);
  for (const { document } of Object.values(documents)) {
    const info = new TypeInfo(schema);
    const enter = (): void => {
      for (const type of [info.getParentType(), getNamedType(info.getType())])
        if (isCompositeType(type)) types.add(type.name);
    };
    const field = (node: { readonly name: { readonly value: string } }): void => {
      enter();
      if (info.getParentType()?.name === "Mutation") mutations.add(node.name.value);
    };
    visit(parse(document), visitWithTypeInfo(info, { Field: field, InlineFragment: enter }));
  }
  for (const name of mutations) {
    const payload = getNamedType(schema.getMutationType()?.getFields()[name]?.type);
    if (payload) types.add(payload.name);
  }
  return { types, mutations };
}

/** A type with only those fields and relations that stay within the cut. */
function narrowed(
  schema: GraphQLSchema,
  node: TypeDefinitionNode | undefined,
  { types, mutations }: Kept,
): TypeDefinitionNode | undefined {
  const isKept = ({ name }: NamedTypeNode): boolean => types.has(name.value);
  if (node?.kind === Kind.UNION_TYPE_DEFINITION)
    return { ...node, types: (node.types ?? []).filter(isKept) };
  if (node?.kind !== Kind.OBJECT_TYPE_DEFINITION && node?.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node;
  const staysWithin = ({ name, type }: FieldDefinitionNode): boolean => {
    const target = namedIn(type);
    if (node.name.value === "Mutation") return mutations.has(name.value);
    return types.has(target) || !isCompositeType(schema.getType(target));
  };
  return {
    ...node,
    interfaces: (node.interfaces ?? []).filter(isKept),
    fields: (node.fields ?? []).filter(staysWithin),
  };
}

/** The scalars, enums and inputs that the types need. */
function inputsOf(schema: GraphQLSchema, nodes: readonly TypeDefinitionNode[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    const type = schema.getType(name);
    if (found.has(name) || type === undefined || isCompositeType(type) || isSpecifiedScalarType(type)) return;
    found.add(name);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(String(getNamedType(field.type)));
  };
  for (const node of nodes) visit(node, { NamedType: ({ name }) => add(name.value) });
  return found;
}

function namedIn(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedIn(type.type);
}

/** Directives that only describe how the schema is documented are unknown to other readers. */
function withoutProse(node: TypeDefinitionNode): TypeDefinitionNode {
  return visit(node, {
    Directive: (directive) => (directive.name.value === "deprecated" ? undefined : null),
    enter: (each) => ("description" in each ? { ...each, description: undefined } : undefined),
  });
}

/**
 * Parses and validates query texts and caches them: clients send the same few texts over and over. Validation
 * omits `OverlappingFieldsCanBeMergedRule`, because GitHub does: `gh` asks for `state` of an issue and of a
 * pull request in one selection, which the rule forbids.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { LRUCache } from "lru-cache";
import type { Release } from "../../release.ts";
import { githubSchema } from "./schema.ts";

export interface CheckedDocument {
  readonly document: DocumentNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export type Checked =
  | { readonly kind: "valid"; readonly document: CheckedDocument }
  | { readonly kind: "invalid"; readonly errors: readonly GraphQLError[] };

const rules = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);
const maxTokens = 40_000;
const maxErrors = 20;
const maxKept = 200;
const longestKept = 32_768;
const tooDeep = "Query is nested too deeply.";
const kept = new LRUCache<string, Checked>({ max: maxKept });

/** Parses and validates a query text, or returns the cached result. */
export function checkDocument(query: string, release: Release = "today"): Checked {
  const key = `${release} ${query}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const checked = check(query, release);
  if (query.length <= longestKept) kept.set(key, checked);
  return checked;
}

function check(query: string, release: Release): Checked {
  try {
    return checkParsed(parse(query, { maxTokens: maxTokens }), release);
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return { kind: "invalid", errors: [thrown] };
    // The parser recurses for every level: thousands of levels exhaust the stack, which is the only error
    // caught here.
    if (thrown instanceof RangeError) return { kind: "invalid", errors: [new GraphQLError(tooDeep)] };
    throw thrown;
  }
}

function checkParsed(document: DocumentNode, release: Release): Checked {
  const errors = validate(githubSchema(release), document, rules, { maxErrors: maxErrors });
  if (errors.length > 0) return { kind: "invalid", errors };
  const fragments = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  return { kind: "valid", document: { document, fragments: new Map(fragments) } };
}

/**
 * Reports every argument or input field that a client sent and no resolver read. Values that cannot change
 * the response are allowed: null, an empty list, the schema's own default.
 */
import {
  coerceInputLiteral,
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
} from "graphql";
import type { Args } from "./args.ts";

type Inputs = readonly (GraphQLArgument | GraphQLInputField)[];

/**
 * @returns names with their path, `filterBy.viewerSubscribed`, or with the unsupported value: `orderBy.field:
 * ISSUE_COUNT`
 */
export function unreadIn(args: Args, inputs: Inputs): readonly string[] {
  const given = args.given();
  return inputs.flatMap((input) => {
    const { name, type } = input;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isNothing(value) || isDefault(value, input)) return [];
    const use = args.use(name);
    const named = getNamedType(type);
    if (use === "read" && isInputObjectType(named) && !Array.isArray(value))
      return unreadIn(args.input(name), Object.values(named.getFields())).map((below) => `${name}.${below}`);
    if (use === "unsupported") return [`${name}: ${String(value)}`];
    return use === "read" ? [] : [name];
  });
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The executor fills in defaults, so a default value may be present although the client did not send it. */
function isDefault(value: unknown, { type, default: fallback }: Inputs[number]): boolean {
  const literal = fallback?.literal;
  return literal !== undefined && JSON.stringify(value) === JSON.stringify(coerceInputLiteral(literal, type));
}

/** The input of an operation, from a query or a body. Its schema checks it; here only its names are. */
import type { Context } from "hono";
import { UserError } from "../../../base/errors.ts";
import type { Operation } from "../../../operations/operation.ts";
import { inputOfQuery, propertiesOf, unknownNames } from "../../../operations/properties.ts";
import type { SiteEnv } from "../site-env.ts";

export type Input = Readonly<Record<string, unknown>>;

/** @throws UserError for an argument that there is not: it would be ignored, and the answer misunderstood */
export function fromQuery(operation: Operation, url: string): Input {
  return known(operation, inputOfQuery(operation.input, new URL(url).searchParams));
}

/**
 * Takes nothing but JSON, which no form of another site can send.
 * @throws UserError
 */
export async function fromBody(operation: Operation, context: Context<SiteEnv>): Promise<Input> {
  if (context.req.header("content-type")?.split(";")[0]?.trim() !== "application/json")
    throw new UserError("Send the input as JSON, with `content-type: application/json`.", {
      code: "invalid-input",
    });
  const given = jsonIn(await context.req.text());
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UserError('The body must be a JSON object with the input, for example {"limit": 5}.', {
      code: "invalid-input",
    });
  return known(operation, withLists(operation, given));
}

/** A text where a list is wanted is its only item, as it is in a query. */
function withLists({ input }: Operation, given: object): Input {
  const types = new Map(propertiesOf(input).map(({ name, type }) => [name, type]));
  const read = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => [
    name,
    types.get(name) === "array" && typeof value === "string" ? [value] : value,
  ];
  return Object.fromEntries(Object.entries(given).map(read));
}

function known(operation: Operation, input: Input): Input {
  const unknown = unknownNames(operation.input, input);
  if (unknown.length === 0) return input;
  const names = propertiesOf(operation.input).map(({ name }) => name);
  throw new UserError(
    `\`${operation.name}\` has no argument ${JSON.stringify(unknown[0]?.slice(0, 60))}. It has ${names.join(", ")}.`,
    { code: "invalid-input" },
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

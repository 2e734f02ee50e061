/** Samples of what GitHub's own description of its webhooks allows, for what must read all of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly format?: string;
}

interface Description {
  readonly deliveries: Readonly<Record<string, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

const file = join(import.meta.dirname, "..", "contracts", "github", "webhooks.json");
const description: Description = JSON.parse(readFileSync(file, "utf8"));

/** Every described delivery, as `event.action` or `event`. */
export const describedDeliveries: readonly string[] = Object.keys(description.deliveries);

/**
 * The smallest payload that the description allows: required fields only, the first value of each enum, and null wherever
 * it may be null.
 */
export function smallestPayload(delivery: string): Readonly<Record<string, unknown>> {
  return Object(smallest(description.deliveries[delivery] ?? {}));
}

function smallest(schema: Schema): unknown {
  if (schema.$ref !== undefined) return smallest(referenced(schema.$ref));
  if (schema.enum !== undefined) return schema.enum[0];
  const alternatives = schema.anyOf;
  if (alternatives !== undefined)
    return alternatives.some(({ type }) => type === "null") ? null : smallest(alternatives[0] ?? {});
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(smallest));
  return smallestOfType(schema);
}

function smallestOfType(schema: Schema): unknown {
  const types = [schema.type ?? "object"].flat();
  if (types.includes("null")) return null;
  const { required = [], properties = {} } = schema;
  switch (types[0]) {
    case "string":
      return schema.format === "date-time" ? "2026-11-21T04:00:00Z" : "some text";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]));
  }
}

function referenced(reference: string): Schema {
  return description.$defs[reference.replace("github#/$defs/", "")] ?? {};
}

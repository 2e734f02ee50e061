/**
 * GitHub's schemas without their prose: only what decides whether a value is valid is left. Keys named `description` are
 * prose, except below `properties`, where they are fields of the answer.
 */
import { isObject, type Json, type JsonObject, objectAt } from "./json.ts";
import { mendedFields } from "./kept.ts";

/** Everything else in a schema is prose or a hint for generators. */
const keywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "nullable", "enum", "const", "format", "pattern"],
  ...["required", "properties", "patternProperties", "additionalProperties", "items", "not"],
  ...["allOf", "anyOf", "oneOf", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
]);
/** Below these are names of fields, not keywords. */
const namesBelow: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
/** Below these are plain values. */
const valuesBelow: ReadonlySet<string> = new Set(["enum", "const", "required"]);

const fieldsMended: ReadonlyMap<string, JsonObject> = new Map(Object.entries(mendedFields));

export const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/**
 * OpenAPI 3.0's `nullable` in JSON Schema. GitHub also writes it beside `$ref` or a union and without a
 * `type`, which validators reject.
 */
function withNull({ nullable, ...schema }: JsonObject): Json {
  if (nullable !== true) return schema;
  const plain = Object.keys(schema).every(
    (key) => !["$ref", "allOf", "anyOf", "oneOf", "enum"].includes(key),
  );
  if (plain && typeof schema.type === "string") return { ...schema, type: [schema.type, "null"] };
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: "null" }] };
}

/** A schema without its prose. */
export function bare(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(bare);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => keywords.has(key) && (key !== "format" || value === "date-time"),
  );
  // Its objects are open, so what matches one alternative usually matches another too: "exactly one" would
  // refuse both.
  const named = kept.map(([key, value]) => [key === "oneOf" ? "anyOf" : key, value] as const);
  const changed = mapValues(Object.fromEntries(named), (value, key) => {
    if (key === "$ref") return referenceTo(String(value));
    if (valuesBelow.has(key)) return value;
    return namesBelow.has(key) && isObject(value) ? mapValues(value, bare) : bare(value);
  });
  return withNull(changed);
}

/** References become absolute, so that one answer's schema can be compiled separately. */
const referenceTo = (pointer: string): string => pointer.replace("#/components/schemas/", "github#/$defs/");

/** The JSON schema of an answer or a request body; null if there is no body, or none in JSON. */
export function schemaOf(holder: JsonObject): Json {
  const content = holder.content;
  return isObject(content) && isObject(content["application/json"])
    ? bare(objectAt(content, "application/json").schema ?? true)
    : null;
}

const referencesIn = (value: Json): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"github#\/\$defs\/([^"]+)"/g)].map(([, name]) => name ?? "");

function mendedSchema(name: string, schema: JsonObject): JsonObject {
  const fields = fieldsMended.get(name);
  if (fields === undefined) return schema;
  return { ...schema, properties: { ...objectAt(schema, "properties"), ...fields } };
}

/** The schemas that `roots` refer to, directly or indirectly, by name. */
export function reachable(description: JsonObject, roots: Json): JsonObject {
  const schemas = objectAt(description, "components", "schemas");
  const found = new Map<string, Json>();
  const open = [...referencesIn(roots)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const schema = bare(mendedSchema(name, objectAt(schemas, name)));
    found.set(name, schema);
    open.push(...referencesIn(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

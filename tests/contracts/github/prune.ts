/**
 * Makes rest.json and webhooks.json: GitHub's published descriptions, cut down to the answers and deliveries of
 * `kept.ts`, without prose. The packages are too large to install for every run (420 MB), so fetch them elsewhere:
 *
 *   npm install --prefix /tmp/descriptions --ignore-scripts @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0
 *   node tests/contracts/github/prune.ts /tmp/descriptions/node_modules/@octokit
 *
 * The same input gives the same bytes. A newcomer would strip every key named `description`: below `properties`
 * that is a field of the answer, so the walk knows where names stand and where keywords stand.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptEvents, keptOperations, mendedAnswers, mendedFields } from "./kept.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Keywords that decide whether a value is valid; everything else in a schema is prose or a hint for generators. */
const keywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "nullable", "enum", "const", "format", "pattern"],
  ...["required", "properties", "patternProperties", "additionalProperties", "items", "not"],
  ...["allOf", "anyOf", "oneOf", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
]);
/** Below these stand names of fields, not keywords. */
const namesBelow: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
/** Below these stand plain values. */
const valuesBelow: ReadonlySet<string> = new Set(["enum", "const", "required"]);

const answersMended: ReadonlyMap<string, Json> = new Map(Object.entries(mendedAnswers));
const fieldsMended: ReadonlyMap<string, JsonObject> = new Map(Object.entries(mendedFields));

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject {
  let at = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  if (!isObject(at)) throw new Error(`The description has no ${keys.join(" › ")}.`);
  return at;
}

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/**
 * OpenAPI 3.0's `nullable`, said in JSON Schema. GitHub also writes it beside `$ref` or a union and without a
 * `type`, where validators give up.
 */
function withNull({ nullable, ...schema }: JsonObject): Json {
  if (nullable !== true) return schema;
  const plain = Object.keys(schema).every(
    (key) => !["$ref", "allOf", "anyOf", "oneOf", "enum"].includes(key),
  );
  if (plain && typeof schema.type === "string") return { ...schema, type: [schema.type, "null"] };
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: "null" }] };
}

/** A schema without its prose: what is left decides validity, and nothing else. */
function bare(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(bare);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => keywords.has(key) && (key !== "format" || value === "date-time"),
  );
  // Its objects are open, so what fits one alternative mostly fits another too: "exactly one" would refuse both.
  const named = kept.map(([key, value]) => [key === "oneOf" ? "anyOf" : key, value] as const);
  const changed = mapValues(Object.fromEntries(named), (value, key) => {
    if (key === "$ref") return referenceTo(String(value));
    if (valuesBelow.has(key)) return value;
    return namesBelow.has(key) && isObject(value) ? mapValues(value, bare) : bare(value);
  });
  return withNull(changed);
}

/** References become absolute, so that one answer's schema can be compiled by itself. */
const referenceTo = (pointer: string): string => pointer.replace("#/components/schemas/", "github#/$defs/");

/** The JSON schema of an answer or a request body; null where there is no body, or none in JSON. */
function schemaOf(holder: JsonObject): Json {
  const content = holder.content;
  return isObject(content) && isObject(content["application/json"])
    ? bare(objectAt(content, "application/json").schema ?? true)
    : null;
}

/** `#/components/responses/x` and `#/components/schemas/x`, followed. */
function followed(description: JsonObject, value: Json): JsonObject {
  const found = objectAt(value);
  const ref = found.$ref;
  return typeof ref === "string" ? objectAt(description, ...ref.slice(2).split("/")) : found;
}

const referencesIn = (value: Json): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"github#\/\$defs\/([^"]+)"/g)].map(([, name]) => name ?? "");

function mendedSchema(name: string, schema: JsonObject): JsonObject {
  const fields = fieldsMended.get(name);
  if (fields === undefined) return schema;
  return { ...schema, properties: { ...objectAt(schema, "properties"), ...fields } };
}

/** The schemas that `roots` lead to, by name. */
function reachable(description: JsonObject, roots: Json): JsonObject {
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

/** Status to schema, for one operation. */
function answersOf(description: JsonObject, operation: string): JsonObject {
  const [method = "", path = ""] = operation.split(" ");
  const responses = objectAt(description, "paths", path, method.toLowerCase(), "responses");
  return mapValues(responses, (response, status) => {
    const mended = answersMended.get(`${operation} ${status}`);
    return mended === undefined ? schemaOf(followed(description, response)) : bare(mended);
  });
}

/** Delivery to schema: `ping`, or event and action joined as in `issues.opened`. */
function deliveriesOf(description: JsonObject, event: string): readonly (readonly [string, Json])[] {
  const name = event.replaceAll("_", "-");
  const found = Object.entries(objectAt(description, "webhooks")).filter(
    ([, webhook]) => String(objectAt(webhook, "post", "x-github").subcategory).replaceAll("_", "-") === name,
  );
  if (found.length === 0) throw new Error(`The description has no event ${event}.`);
  return found.map(([key, webhook]) => {
    const action = key.slice(name.length + 1).replaceAll("-", "_");
    return [action === "" ? event : `${event}.${action}`, schemaOf(objectAt(webhook, "post", "requestBody"))];
  });
}

function read(packageName: string): { readonly description: JsonObject; readonly from: string } {
  const folder = join(process.argv[2] ?? ".", packageName);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const description = JSON.parse(readFileSync(join(folder, "generated", "api.github.com.json"), "utf8"));
  return { description, from: `@octokit/${packageName}@${version}, generated/api.github.com.json, MIT` };
}

function write(name: string, from: string, description: JsonObject, roots: JsonObject): void {
  const $defs = reachable(description, roots);
  const text = JSON.stringify({ from, madeBy: "node tests/contracts/github/prune.ts", ...roots, $defs });
  writeFileSync(join(import.meta.dirname, name), `${text}\n`);
  console.log(`${name}: ${Object.keys($defs).length} schemas, ${Math.round(text.length / 1024)} KiB`);
}

const rest = read("openapi");
write("rest.json", rest.from, rest.description, {
  operations: Object.fromEntries(keptOperations.map((name) => [name, answersOf(rest.description, name)])),
});
const webhooks = read("openapi-webhooks");
write("webhooks.json", webhooks.from, webhooks.description, {
  deliveries: Object.fromEntries(keptEvents.flatMap((event) => deliveriesOf(webhooks.description, event))),
});

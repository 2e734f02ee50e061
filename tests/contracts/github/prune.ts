/**
 * Makes rest.json and webhooks.json: GitHub's published descriptions, cut down to the answers and deliveries of
 * `kept.ts`, without prose, with their date and licence; and src/hub/rest/documented.ts, the parameters and properties
 * of the same operations. The packages unpack to 440 MB, so they are no dependencies. Fetch them elsewhere:
 *
 *   mkdir -p /tmp/descriptions && cd /tmp/descriptions
 *   npm pack @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0
 *   for name in openapi openapi-webhooks; do mkdir -p $name; tar xzf octokit-$name-[0-9]*.tgz -C $name --strip-components=1 \
 *     package/package.json package/LICENSE package/generated/api.github.com.json; done
 *   node tests/contracts/github/prune.ts /tmp/descriptions 2026-11-22
 *
 * The last argument is the date that the cut says. The same input gives the same bytes. Keys named `description` are
 * stripped as prose, except below `properties`, where they are fields of the answer.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedLine } from "./inputs.ts";
import { type Json, type JsonObject, isObject, objectAt } from "./json.ts";
import { keptEvents, keptOperations, mendedAnswers, mendedFields } from "./kept.ts";

/**
 * Keywords that decide whether a value is valid; everything else in a schema is prose or a hint for
 * generators.
 */
const keywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "nullable", "enum", "const", "format", "pattern"],
  ...["required", "properties", "patternProperties", "additionalProperties", "items", "not"],
  ...["allOf", "anyOf", "oneOf", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
]);
/** Below these are names of fields, not keywords. */
const namesBelow: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
/** Below these are plain values. */
const valuesBelow: ReadonlySet<string> = new Set(["enum", "const", "required"]);

const answersMended: ReadonlyMap<string, Json> = new Map(Object.entries(mendedAnswers));
const fieldsMended: ReadonlyMap<string, JsonObject> = new Map(Object.entries(mendedFields));

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
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

/** A schema without its prose: only what decides validity is left. */
function bare(schema: Json): Json {
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
function schemaOf(holder: JsonObject): Json {
  const content = holder.content;
  return isObject(content) && isObject(content["application/json"])
    ? bare(objectAt(content, "application/json").schema ?? true)
    : null;
}

/** Resolves `#/components/responses/x` and `#/components/schemas/x`. */
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

/** The schemas that `roots` refer to, directly or indirectly, by name. */
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

interface Published {
  readonly description: JsonObject;
  readonly from: string;
  readonly licence: string;
}

function read(packageName: string): Published {
  const folder = join(process.argv[2] ?? ".", packageName);
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  const { version } = JSON.parse(text("package.json"));
  const description = JSON.parse(text(join("generated", "api.github.com.json")));
  const from = `@octokit/${packageName}@${version}, generated/api.github.com.json`;
  return { description, from, licence: text("LICENSE") };
}

function write(name: string, { description, ...origin }: Published, roots: JsonObject): void {
  const $defs = reachable(description, roots);
  const cutOn = process.argv[3] ?? new Date().toISOString().slice(0, 10);
  const header = { ...origin, cutOn, madeBy: "node tests/contracts/github/prune.ts" };
  const text = JSON.stringify({ ...header, ...roots, $defs });
  writeFileSync(join(import.meta.dirname, name), `${text}\n`);
  console.log(`${name}: ${Object.keys($defs).length} schemas, ${Math.round(text.length / 1024)} KiB`);
}

const rest = read("openapi");
const inputs = keptOperations.flatMap((name) => documentedLine(rest.description, name));
write("rest.json", rest, {
  operations: Object.fromEntries(keptOperations.map((name) => [name, answersOf(rest.description, name)])),
  inputs,
});
const webhooks = read("openapi-webhooks");
write("webhooks.json", webhooks, {
  deliveries: Object.fromEntries(keptEvents.flatMap((event) => deliveriesOf(webhooks.description, event))),
});
writeFileSync(
  join(import.meta.dirname, "..", "..", "..", "src", "hub", "rest", "documented.ts"),
  `/**
 * What GitHub documents that a request may say: a line for each operation with its query parameters and the properties of
 * its body, each with its default and its words. Made by tests/contracts/github/prune.ts from ${rest.from}
 * (MIT); never edited by hand.
 */
export const documentedInputs = \`
${inputs.join("\n")}
\`;
`,
);

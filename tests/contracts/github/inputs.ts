/**
 * The inputs of an operation as one line: `METHOD /path | parameters | properties`. An input is its name,
 * then `=default` and `:word,word` if the description has them; nested properties are written
 * `output.images`, and those of a list's items `comments[].line`.
 */
import { isObject, type Json, type JsonObject, objectAt } from "./json.ts";

/** Deeper ones are properties of rules, whose kinds are validated as a whole. */
const maxLevels = 3;

/** @returns undefined if it takes neither parameters nor a body */
export function documentedLine(description: JsonObject, operation: string): readonly string[] {
  const [method = "", path = ""] = operation.split(" ");
  const found = objectAt(description, "paths", path, method.toLowerCase());
  const parameters = (Array.isArray(found.parameters) ? found.parameters : [])
    .map((one: Json) => followed(description, one))
    .filter((one) => one.in === "query")
    .map((one) => inputOf(String(one.name), followed(description, one.schema ?? {})));
  const body = isObject(found.requestBody) ? followed(description, found.requestBody) : {};
  const content = isObject(body.content) ? body.content["application/json"] : undefined;
  const schema = isObject(content) ? content.schema : undefined;
  const properties = schema === undefined ? [] : [...new Set(propertiesOf(description, schema, "", 0))];
  if (parameters.length + properties.length === 0) return [];
  return [`${operation} | ${parameters.join(" ")} | ${properties.join(" ")}`.replaceAll(/ {2,}/g, " ").trimEnd()];
}

function propertiesOf(description: JsonObject, given: Json, place: string, level: number): readonly string[] {
  const schema = followed(description, given);
  const alternatives = ["oneOf", "anyOf", "allOf"].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.flatMap((one) => propertiesOf(description, one, place, level)) : [];
  });
  const items =
    schema.items === undefined ? [] : propertiesOf(description, schema.items, `${place}[]`, level);
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, value]) => {
    const at = place === "" ? name : `${place}.${name}`;
    const below = level + 1 < maxLevels ? propertiesOf(description, value, at, level + 1) : [];
    return [inputOf(at, followed(description, value)), ...below];
  });
  return [...own, ...items, ...alternatives];
}

function inputOf(name: string, schema: JsonObject): string {
  const isPlain = (value: Json | undefined): boolean => /^[^\s|=:,]{1,60}$/.test(String(value));
  const fallback = schema.default;
  const hasDefault = ["string", "number", "boolean"].includes(typeof fallback) && isPlain(fallback);
  const words = Array.isArray(schema.enum) && schema.enum.every(isPlain) ? `:${schema.enum.join(",")}` : "";
  return `${name}${hasDefault ? `=${String(fallback)}` : ""}${words}`;
}

function followed(description: JsonObject, value: Json): JsonObject {
  const found = isObject(value) ? value : {};
  const ref = found.$ref;
  return typeof ref === "string" ? objectAt(description, ...ref.slice(2).split("/")) : found;
}

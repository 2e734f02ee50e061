/** Makes rest.json, webhooks.json and documented.ts: the answers, deliveries and inputs of `kept.ts`. */
import { documentedLine } from "./inputs.ts";
import { isObject, type Json, type JsonObject, objectAt } from "./json.ts";
import { keptEvents, keptOperations, mendedAnswers } from "./kept.ts";
import { description, type Origin, type Published } from "./published.ts";
import { bare, mapValues, reachable, schemaOf } from "./schemas.ts";

const answersMended: ReadonlyMap<string, Json> = new Map(Object.entries(mendedAnswers));

/** Resolves `#/components/responses/x` and `#/components/schemas/x`. */
function followed(whole: JsonObject, value: Json): JsonObject {
  const found = objectAt(value);
  const ref = found.$ref;
  return typeof ref === "string" ? objectAt(whole, ...ref.slice(2).split("/")) : found;
}

/** Status to schema, for one operation. */
function answersOf(whole: JsonObject, operation: string): JsonObject {
  const [method = "", path = ""] = operation.split(" ");
  const responses = objectAt(whole, "paths", path, method.toLowerCase(), "responses");
  return mapValues(responses, (response, status) => {
    const mended = answersMended.get(`${operation} ${status}`);
    return mended === undefined ? schemaOf(followed(whole, response)) : bare(mended);
  });
}

/** The event of a described delivery: GitHub writes `issue-dependencies` and `issue_comment`. */
export function eventOf(webhook: Json): string {
  return String(objectAt(webhook, "post", "x-github").subcategory).replaceAll("-", "_");
}

/** Delivery to schema: `ping`, or event and action joined as in `issues.opened`. */
function deliveriesOf(whole: JsonObject, event: string): readonly (readonly [string, Json])[] {
  const found = Object.entries(objectAt(whole, "webhooks")).filter(([, webhook]) => eventOf(webhook) === event);
  if (found.length === 0) throw new Error(`The description has no event ${event}.`);
  return found.map(([key, webhook]) => {
    const action = key.slice(event.length + 1).replaceAll("-", "_");
    return [action === "" ? event : `${event}.${action}`, schemaOf(objectAt(webhook, "post", "requestBody"))];
  });
}

/** A cut as JSON text, with where it comes from. */
export function dated({ from, licence }: Origin, cutOn: string, content: JsonObject): string {
  return `${JSON.stringify({ from, licence, cutOn, madeBy: "npm run github-facts", ...content })}\n`;
}

export function restCut(rest: Published, cutOn: string): { readonly json: string; readonly inputs: string } {
  const whole = description(rest, "api.github.com");
  const operations = Object.fromEntries(keptOperations.map((name) => [name, answersOf(whole, name)]));
  const inputs = keptOperations.flatMap((name) => documentedLine(whole, name));
  const json = dated(rest, cutOn, { operations, inputs, $defs: reachable(whole, operations) });
  return { json, inputs: inputsModule(rest, inputs) };
}

export function webhooksCut(webhooks: Published, cutOn: string): string {
  const whole = description(webhooks, "api.github.com");
  const deliveries = Object.fromEntries(keptEvents.flatMap((event) => deliveriesOf(whole, event)));
  return dated(webhooks, cutOn, { deliveries, $defs: reachable(whole, deliveries) });
}

function inputsModule({ from }: Origin, inputs: readonly string[]): string {
  return `/**
 * What GitHub documents that a request may say: a line for each operation with its query parameters and the properties of
 * its body, each with its default and its words. Made by \`npm run github-facts\` from ${from}
 * (MIT); never edited by hand.
 */
export const documentedInputs = \`
${inputs.join("\n")}
\`;
`;
}

/** Whether a value is one of GitHub's webhooks that Apps can receive. */
export function isForApps(webhook: Json): boolean {
  const types = objectAt(webhook, "post", "x-github")["supported-webhook-types"];
  return isObject(webhook) && Array.isArray(types) && types.includes("app");
}

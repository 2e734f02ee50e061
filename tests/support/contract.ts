/**
 * Checks answers and deliveries against GitHub's own descriptions (tests/contracts/github). Returns the list
 * of problems, empty if there are none. The descriptions are open: an extra field is not a problem, a missing
 * or mistyped one is.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type AnySchema, type ErrorObject } from "ajv/dist/2020.js";

/** A schema by name; null if the description has no body. */
type Schemas = Readonly<Record<string, AnySchema | null>>;
interface RestDescription {
  readonly $defs: Schemas;
  /** `GET /repos/{owner}/{repo}` to status to schema. */
  readonly operations: Readonly<Record<string, Schemas>>;
}
interface WebhookDescription {
  readonly $defs: Schemas;
  /** `ping` and `issues.opened` to schema. */
  readonly deliveries: Schemas;
}

/** GitHub's REST description of an answer. */
export interface RestContract {
  /** Every described operation, as `METHOD /path/{parameter}`. */
  readonly operations: readonly string[];
  /** The operation that matches a request, or undefined. Accepts a path or a whole URL, in either layout. */
  readonly operationOf: (method: string, url: string) => string | undefined;
  /** Problems of one answer. `body` is parsed JSON; undefined, null or "" mean that there was none. */
  readonly check: (method: string, url: string, status: number, body: unknown) => readonly string[];
}

/** GitHub's webhook description of a delivery. */
export interface WebhookContract {
  /** Every described delivery, as `event.action` or `event`. */
  readonly deliveries: readonly string[];
  /** Problems of one delivery. `action` is undefined for events without actions. */
  readonly check: (event: string, action: string | undefined, payload: unknown) => readonly string[];
}

/**
 * The body of every refusal of GitHub, also of those that an operation's description omits or lists without a
 * body.
 */
const refusal: AnySchema = {
  type: "object",
  required: ["message", "documentation_url"],
  properties: { message: { type: "string", minLength: 1 }, documentation_url: { type: "string" } },
};
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const problemsShown = 12;

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", "contracts", "github", name), "utf8"));
}

function sayProblem({ instancePath, keyword, message, params, data }: ErrorObject): string {
  const allowed: unknown = params.allowedValues ?? params.allowedValue;
  const among = allowed === undefined ? "" : ` ${JSON.stringify(allowed)}`;
  const found = keyword === "required" ? "" : `, found ${(JSON.stringify(data) ?? "nothing").slice(0, 60)}`;
  return `${instancePath || "the body"} ${message}${among}${found}`;
}

/** Validates values against schemas, each compiled at its first use: most tests use a few of them. */
function checker($defs: Schemas): (schema: AnySchema, value: unknown) => readonly string[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    formats: { "date-time": dateTime },
    // Each schema validates only a few values: optimising its compilation would take longer than the checks.
    code: { optimize: false },
  });
  ajv.addSchema({ $id: "github", $defs });
  return (schema, value) => {
    const isValid = ajv.compile(schema);
    return isValid(value) ? [] : (isValid.errors ?? []).slice(0, problemsShown).map(sayProblem);
  };
}

const isEmpty = (body: unknown): boolean => body === undefined || body === null || body === "";

/** The path of a request as in the description: no host, no query, no enterprise prefix. */
function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split("?")[0] ?? "");
  return path.replace(/^\/api\/v3(?=\/|$)/, "").replace(/(?<=.)\/$/, "") || "/";
}

/**
 * `{path}`, `{ref}` and other branch names match the rest, including slashes; a repository's root directory
 * has no path at all.
 */
function patternOf(operation: string): RegExp {
  const pattern = operation
    .replaceAll(".", "\\.")
    .replace("/{path}", "(?:/.*)?")
    .replace(/\{(?:ref|branch|basehead)\}/, ".+")
    .replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`);
}

/** Read at the first use, then shared: a compiled schema serves every test of a file. */
let rest: RestContract | undefined;
let webhooks: WebhookContract | undefined;

export function restContract(): RestContract {
  rest ??= readRest();
  return rest;
}

export function webhookContract(): WebhookContract {
  webhooks ??= readWebhooks();
  return webhooks;
}

function readRest(): RestContract {
  const description = read<RestDescription>("rest.json");
  const problemsOf = checker(description.$defs);
  // "{" sorts after every letter, so a literal segment is tried before a parameter in its place.
  const operations = Object.keys(description.operations).sort();
  // A parameter that matches the rest of a path comes after longer templates.
  const depth = (operation: string): number => operation.split("/").length;
  operations.sort((one, other) => depth(other) - depth(one));
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }));
  const operationOf = (method: string, url: string): string | undefined => {
    const request = `${method.toUpperCase()} ${pathOf(url)}`;
    return patterns.find(({ pattern }) => pattern.test(request))?.operation;
  };

  const problemsOfBody = (schema: AnySchema | null | undefined, status: number, body: unknown) => {
    if (schema === undefined && status >= 500) return [];
    if (schema === undefined && status < 400) return ["the description has no such status"];
    const refused = status >= 400 && status < 500 && !isEmpty(body) ? problemsOf(refusal, body) : [];
    if (schema === undefined || schema === null)
      return isEmpty(body) || status >= 400 ? refused : ["there is a body where the description has none"];
    if (isEmpty(body)) return ["there is no body where the description has one"];
    return [...refused, ...problemsOf(schema, body)];
  };
  const check: RestContract["check"] = (method, url, status, body) => {
    const operation = operationOf(method, url);
    if (operation === undefined) return [`${method} ${pathOf(url)}: the description has no such operation`];
    const problems = problemsOfBody(description.operations[operation]?.[String(status)], status, body);
    return problems.map((problem) => `${operation} ${status}: ${problem}`);
  };
  return { operations, operationOf, check };
}

function readWebhooks(): WebhookContract {
  const description = read<WebhookDescription>("webhooks.json");
  const problemsOf = checker(description.$defs);
  const check: WebhookContract["check"] = (event, action, payload) => {
    const name = action === undefined ? event : `${event}.${action}`;
    const schema = description.deliveries[name];
    if (schema === undefined || schema === null) return [`${name}: the description has no such delivery`];
    return problemsOf(schema, payload).map((problem) => `${name}: ${problem}`);
  };
  return { deliveries: Object.keys(description.deliveries), check };
}

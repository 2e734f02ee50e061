/**
 * A hub whose answers are checked against GitHub's descriptions: with `startCheckedHub` in place of
 * `startHub`, `close` reports every answer or delivery that does not match. GraphQL is not checked: it is
 * executed against GitHub's own schema and cannot have another shape.
 */
import type { Observation } from "../../src/hub/http/runtime.ts";
import { type Hub, type HubOptions, startHub } from "../../src/hub/hub.ts";
import { restContract, webhookContract } from "./contract.ts";

export interface CheckedHub extends Hub {
  /** Contradictions with a description so far, each once. */
  readonly problems: () => readonly string[];
  /** Operations answered with success, as `METHOD /path/{parameter}`. */
  readonly operations: () => ReadonlySet<string>;
  /** Deliveries, as `event.action` or `event`. */
  readonly deliveries: () => ReadonlySet<string>;
  /** Stops it. Rejects with the problems, if there are any. */
  readonly close: () => Promise<void>;
}

/**
 * This many observations are checked together: a story runs at its own speed, and a long one needs little
 * memory.
 */
const batchSize = 500;

export async function startCheckedHub(options: HubOptions): Promise<CheckedHub> {
  const hub = await startHub(options);
  const waiting: Observation[] = [];
  const found = new Set<string>();
  const operations = new Set<string>();
  const deliveries = new Set<string>();

  function problems(): readonly string[] {
    for (const problem of waiting.splice(0).flatMap(problemsOf)) found.add(problem);
    return [...found];
  }

  hub.observe((seen) => {
    if (seen.kind === "delivery") deliveries.add(nameOf(seen));
    else if (seen.status < 300) operations.add(`${seen.method} ${seen.template}`);
    if (waiting.push(seen) >= batchSize) problems();
  });
  return {
    ...hub,
    problems,
    operations: () => operations,
    deliveries: () => deliveries,
    close: async () => {
      await hub.close();
      const all = problems();
      if (all.length > 0) throw new Error(`The hub is not GitHub:\n  ${all.join("\n  ")}`);
    },
  };
}

/** The problems of an answer by its description. */
function problemsOf(seen: Observation): readonly string[] {
  if (seen.kind === "delivery")
    return webhookContract().check(seen.event, seen.action ?? undefined, seen.payload);
  const { method, template, status, body } = seen;
  // GraphQL, signing in, pages for browsers and raw files are not in the description, and neither are refusals of unknown
  // paths.
  if (template === "/graphql" || template.startsWith("/login/oauth/") || typeof body === "string") return [];
  const contract = restContract();
  if (status >= 300 && contract.operationOf(method, template) === undefined) return [];
  return contract.check(method, template, status, onWire(body));
}

function nameOf({ event, action }: Extract<Observation, { kind: "delivery" }>): string {
  return action === null ? event : `${event}.${action}`;
}

/** A value as JSON transmits it: undefined fields are omitted. */
function onWire(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

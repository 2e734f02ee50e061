/**
 * A hub that is held to GitHub's descriptions: whoever starts it with `startCheckedHub` in place of `startHub` is told
 * at `close` what it answered or delivered otherwise. A newcomer would expect GraphQL among the answers: that is
 * executed against GitHub's own schema and cannot be of another shape.
 */
import type { Observation } from "../../src/hub/http/runtime.ts";
import { type Hub, type HubOptions, startHub } from "../../src/hub/hub.ts";
import { restContract, webhookContract } from "./contract.ts";

export interface CheckedHub extends Hub {
  /** What contradicts a description so far, each once. */
  readonly problems: () => readonly string[];
  /** Operations that were answered with success, as `METHOD /path/{parameter}`. */
  readonly operations: () => ReadonlySet<string>;
  /** Deliveries, as `event.action` or `event`. */
  readonly deliveries: () => ReadonlySet<string>;
  /** Ends it. Rejects with the problems, where there are any. */
  readonly close: () => Promise<void>;
}

/** So many observations wait to be checked together: a story runs at its own speed, and a long one stays small. */
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

/** What the descriptions say against it. */
function problemsOf(seen: Observation): readonly string[] {
  if (seen.kind === "delivery")
    return webhookContract().check(seen.event, seen.action ?? undefined, seen.payload);
  const { method, template, status, body } = seen;
  // GraphQL, pages for browsers and raw files are outside the description, and so are refusals of unknown paths.
  if (template === "/graphql" || typeof body === "string") return [];
  const contract = restContract();
  if (status >= 300 && contract.operationOf(method, template) === undefined) return [];
  return contract.check(method, template, status, onWire(body));
}

function nameOf({ event, action }: Extract<Observation, { kind: "delivery" }>): string {
  return action === null ? event : `${event}.${action}`;
}

/** What JSON leaves of a value: fields that are undefined are not sent. */
function onWire(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

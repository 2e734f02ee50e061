/**
 * Holds a running hub to GitHub's descriptions for the length of a test: put it around any story, and assert at its
 * end. Answers are kept and checked only then, so that a story with a clock runs at its own speed. A newcomer would
 * expect GraphQL here: that is executed against GitHub's own schema and cannot be of another shape.
 */
import type { Hub } from "../../src/hub/hub.ts";
import { restContract, webhookContract } from "./contract.ts";

type Observation = Parameters<Parameters<Hub["observe"]>[0]>[0];

/** What one hub answered and delivered since `holdToContract`. */
export interface HeldHub {
  /** What contradicts a description, each once. */
  readonly problems: () => readonly string[];
  /** Operations that were answered with success, as `METHOD /path/{parameter}`. */
  readonly operations: () => ReadonlySet<string>;
  /** Deliveries, as `event.action` or `event`. */
  readonly deliveries: () => ReadonlySet<string>;
  /** @throws Error that lists the problems, where there are any */
  readonly assertClean: () => void;
}

export function holdToContract(hub: Pick<Hub, "observe">): HeldHub {
  const answers: Extract<Observation, { kind: "answer" }>[] = [];
  const deliveries: Extract<Observation, { kind: "delivery" }>[] = [];
  hub.observe((seen) => {
    if (seen.kind === "delivery") deliveries.push(seen);
    else if (seen.template !== "/graphql") answers.push(seen);
  });

  const problems = (): readonly string[] => {
    const [rest, webhooks] = [restContract(), webhookContract()];
    const ofAnswers = answers.flatMap(({ method, template, status, body }) => {
      // Pages for browsers, raw files and unknown paths are outside the description.
      const isOutside = status >= 300 && rest.operationOf(method, template) === undefined;
      return isOutside || typeof body === "string" ? [] : rest.check(method, template, status, onWire(body));
    });
    const ofDeliveries = deliveries.flatMap(({ event, action, payload }) =>
      webhooks.check(event, action ?? undefined, payload),
    );
    return [...new Set([...ofAnswers, ...ofDeliveries])];
  };
  return {
    problems,
    operations: () =>
      new Set(
        answers.filter(({ status }) => status < 300).map(({ method, template }) => `${method} ${template}`),
      ),
    deliveries: () =>
      new Set(deliveries.map(({ event, action }) => (action === null ? event : `${event}.${action}`))),
    assertClean: () => {
      const found = problems();
      if (found.length > 0) throw new Error(`The hub is not GitHub:\n  ${found.join("\n  ")}`);
    },
  };
}

/** What JSON leaves of a value: fields that are undefined are not sent. */
function onWire(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

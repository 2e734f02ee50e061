/**
 * Records what happened at the hub, in order: GitHub's final state does not tell whether a label was added
 * too early or a comment twice.
 */
import { z } from "zod";
import { claimedKey } from "../../src/github/write/marker.ts";
import type { Observation } from "../../src/hub/http/runtime.ts";
import type { TestBus } from "./bus.ts";

export interface Chronicle {
  /** Labels added to an issue, in order. */
  readonly given: (issue: number) => readonly string[];
  /** Position of the last time that a label was added. */
  readonly lastGivenAt: (issue: number, label: string) => number;
  /** Position of the first closing; undefined if it was never closed. */
  readonly closedAt: (issue: number) => number | undefined;
  /** When the App's requests were carried out, by the hub's clock: GraphQL and the installation's REST. */
  readonly asked: () => readonly number[];
  /** The App's GraphQL mutations, request by request. */
  readonly writes: () => readonly unknown[];
  /** Comments by the App, by issue. */
  readonly commented: (issue: number) => number;
}

const payloadShape = z.object({
  issue: z.object({ number: z.number() }),
  label: z.object({ name: z.string() }).optional(),
  sender: z.object({ type: z.string() }),
});
const mutatedShape = z.object({ data: z.record(z.string(), z.unknown()) });

interface Event {
  readonly name: string;
  readonly issue: number;
  readonly label: string | undefined;
  readonly byBot: boolean;
}

/** Starts recording. Requests count as the App's as long as no one else uses GraphQL. */
export function chronicle({ hub, clock }: TestBus): Chronicle {
  const events: Event[] = [];
  const asked: number[] = [];
  const writes: unknown[] = [];
  hub.observe((seen) => {
    if (seen.kind === "delivery") events.push(...eventIn(seen));
    else if (seen.path === "/graphql") {
      asked.push(clock.now());
      const mutated = mutatedShape.safeParse(seen.body);
      if (mutated.success && Object.keys(mutated.data.data).some((alias) => /^e\d+_\d+$/.test(alias)))
        writes.push(seen.body);
    }
  });
  const about = (issue: number, name: string): readonly number[] =>
    events.flatMap((event, at) => (event.issue === issue && event.name === name ? [at] : []));
  const labelAt = (at: number): string => events[at]?.label ?? "";
  return {
    given: (issue) => about(issue, "issues.labeled").map(labelAt),
    lastGivenAt: (issue, label) =>
      about(issue, "issues.labeled").findLast((at) => labelAt(at) === label) ?? -1,
    closedAt: (issue) => about(issue, "issues.closed")[0],
    asked: () => asked,
    writes: () => writes,
    commented: (issue) =>
      about(issue, "issue_comment.created").filter((at) => events[at]?.byBot === true).length,
  };
}

function eventIn({ event, action, payload }: Extract<Observation, { kind: "delivery" }>): readonly Event[] {
  const read = payloadShape.safeParse(payload);
  if (!read.success) return [];
  const { issue, label, sender } = read.data;
  return [
    { name: `${event}.${action}`, issue: issue.number, label: label?.name, byBot: sender.type === "Bot" },
  ];
}

/** Effect keys in the markers of our comments, in order; `none` for a comment without a marker. */
export function keysOf(comments: readonly { readonly body: string }[]): readonly string[] {
  return comments.map(({ body }) => claimedKey(body) ?? "none");
}

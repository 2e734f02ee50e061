/** The events that an App may subscribe to, as GitHub documents them. */
import { documentedEvents } from "./documented-events.ts";

export interface SubscribableEvent {
  /** Read access to one of them is needed. */
  readonly permissions: readonly string[];
  /** The first enterprise host that has it, such as `3.19`; `never` if none has, empty if all have. */
  readonly since: string;
}

/** By name. Others are unknown, or reach every App unasked. */
export const subscribableEvents: ReadonlyMap<string, SubscribableEvent> = new Map(
  documentedEvents
    .trim()
    .split("\n")
    .map((line) => {
      const [event = "", permissions = "", since = ""] = line.split("|").map((part) => part.trim());
      return [event, { permissions: permissions.split(" "), since }];
    }),
);

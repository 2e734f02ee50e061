/** The parts of one running hub that its requests use. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { HubCore, HubLimits, IdFormatNow, Site } from "../core.ts";
import type { Faults } from "../faults/faults.ts";
import type { Snapshots } from "../faults/snapshots.ts";
import type { Release } from "../release.ts";
import type { Router } from "../rest/route.ts";
import type { State } from "../state/state.ts";
import type { UnknownBehaviour } from "../unknown-behaviour.ts";
import type { WebSessions } from "../web/sessions.ts";
import type { WebhookDispatcher } from "../webhooks/deliver.ts";
import type { Rates } from "./rate.ts";

/** One response as reported to an observer. */
export interface ObservedResponse {
  readonly kind: "response";
  readonly method: string;
  /** In GitHub.com's layout, whichever was used. */
  readonly path: string;
  /** GitHub's name of the route, `/graphql`, or the path itself if there is no route. */
  readonly template: string;
  readonly status: number;
  readonly body: unknown;
}

/** One delivery as reported to an observer when its turn comes. */
export interface ObservedDelivery {
  readonly kind: "delivery";
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly payload: unknown;
}

export type Observation = ObservedResponse | ObservedDelivery;

export interface Runtime {
  readonly state: State;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: HubLimits;
  readonly release: Release;
  readonly idFormat: IdFormatNow;
  readonly unknown: UnknownBehaviour;
  readonly webhookSite: Site;
  readonly router: Router;
  readonly rates: Rates;
  readonly faults: Faults;
  readonly snapshots: Snapshots;
  readonly dispatcher: WebhookDispatcher;
  /** Who is signed in, in which browser. */
  readonly sessions: WebSessions;
  readonly observe: (observation: Observation) => void;
  /** Aborted when the hub closes; pending waits then end. */
  readonly closing: AbortSignal;
}

/** The core for work that no API request caused; its links are those of webhooks. */
export function coreOf(runtime: Runtime): HubCore {
  const { state, clock, log, limits, release, idFormat, unknown, webhookSite, dispatcher } = runtime;
  const wake = (): void => dispatcher.wake();
  return { state, clock, log, limits, release, idFormat, unknown, site: webhookSite, webhookSite, wake };
}

/**
 * What every operation of the hub receives. A core is built for each request: `state` may be an older
 * snapshot (stale reads are a fault that a rule can request), and `site` depends on how the client addressed
 * the hub.
 */
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { Release } from "./release.ts";
import type { State } from "./state/state.ts";
import type { UnknownBehaviour } from "./unknown-behaviour.ts";

/** Base URL of links, without a trailing slash. */
export interface Site {
  /** For example `http://127.0.0.1:4001`, or with `/api/v3` in the enterprise layout. */
  readonly api: string;
  /** For example `http://127.0.0.1:4001`. */
  readonly web: string;
}

/** Limits that GitHub enforces or is reported to enforce. */
export interface HubLimits {
  readonly bodyBytes: number;
}

/**
 * `newer`: GitHub's present format. `older`: that of what was made before 2021, where `X-Github-Next-Global-ID: 1` asks for no
 * other. `older only`: the same on a host that does not know the header.
 */
export type IdFormat = "newer" | "older" | "older only";

/** The format of node ids in answers and deliveries, which may change while the hub runs, as GitHub's does. */
export interface IdFormatNow {
  now: IdFormat;
}

export interface HubCore {
  readonly state: State;
  /** How this request addresses the hub. */
  readonly site: Site;
  /** Base URL of links in webhooks, regardless of whose request caused them. */
  readonly webhookSite: Site;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: HubLimits;
  readonly release: Release;
  readonly idFormat: IdFormatNow;
  readonly unknown: UnknownBehaviour;
  /** Notifies the dispatcher that deliveries were committed. */
  readonly wake: () => void;
}

export const githubLimits: HubLimits = { bodyBytes: 262_144 };

/**
 * The core that webhooks are rendered with: their links do not depend on how the request that caused them was
 * addressed.
 */
export function forWebhooks(core: HubCore): HubCore {
  return core.site === core.webhookSite ? core : { ...core, site: core.webhookSite };
}

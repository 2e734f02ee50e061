/**
 * Probot, used for authentication alone. Its retries and throttling are off, because they repeat writes that
 * may have happened and let all installations share one queue. Use `probot.auth(id)`, never
 * `context.octokit`, which belongs to no installation's queue and therefore has no identity.
 */

import { pino } from "pino";
import { Probot, ProbotOctokit } from "probot";
import type { Clock } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { withPlainJson } from "./plain-json.ts";
import { createTokenCache, type TokenCache } from "./token-cache.ts";

/** The App itself (its JWT), one of its installations (a token), or no identity at all. */
export type Identity = "app" | "anybody" | number;
export type OctokitOf = (as: Identity) => Promise<ProbotOctokit>;

export interface Octokits {
  readonly octokitOf: OctokitOf;
  /**
   * Discards an installation's token that no longer works: requests made after this has resolved use another.
   */
  readonly renew: (installationId: InstallationId) => Promise<void>;
}

export interface AppCredentials {
  readonly appId: number;
  readonly privateKey: string;
  /** `http://127.0.0.1:4001/api/v3`; undefined for github.com. */
  readonly baseUrl: string | undefined;
}

/** Probot, and one cached Octokit per identity: tokens are cached and renewed underneath. */
export function createOctokits(
  { appId, privateKey, baseUrl }: AppCredentials,
  clock: Clock,
): Octokits & { readonly probot: Probot } {
  const cache = createTokenCache(clock);
  const Octokit = octokitFor(baseUrl, cache).plugin(withOneForEvents(() => octokitOf("anybody")));
  const request = { fetch: boundedFetch };
  // Probot logs whole bodies; the sender logs failures without them.
  const log = pino({ enabled: false });
  const probot = new Probot({ appId, privateKey, baseUrl, Octokit, request, log });
  const make = async (as: Identity): Promise<ProbotOctokit> => {
    if (as === "anybody") return new Octokit({ ...(baseUrl !== undefined && { baseUrl }), request });
    return withPlainJson(await probot.auth(as === "app" ? undefined : as));
  };
  const octokits = new Map<Identity, Promise<ProbotOctokit>>();
  const octokitOf: OctokitOf = (as) => {
    const octokit = octokits.get(as) ?? make(as);
    octokits.set(as, octokit);
    return octokit;
  };
  return { probot, octokitOf, renew: cache.forget };
}

/** One token for everything: a workflow's own, which belongs to one repository and expires with the run. */
export function tokenOctokit(token: string, baseUrl: string | undefined): Octokits {
  const Octokit = octokitFor(baseUrl, undefined);
  const octokit = withPlainJson(
    new Octokit({
      auth: { token },
      ...(baseUrl !== undefined && { baseUrl }),
      request: { fetch: boundedFetch },
    }),
  );
  return { octokitOf: async () => octokit, renew: async () => {} };
}

interface AuthRequest {
  readonly type?: string;
}

/**
 * Gives the contexts of all events the same Octokit: Probot would construct one for each delivery, with
 * hundreds of methods that nothing calls.
 */
function withOneForEvents(ofEvents: () => Promise<ProbotOctokit>) {
  return ({ auth }: Pick<ProbotOctokit, "auth">) => ({
    auth: Object.assign(
      (asked?: AuthRequest) => (asked?.type === "event-octokit" ? ofEvents() : auth(asked)),
      auth,
    ),
  });
}

interface Given {
  readonly auth?: { readonly request?: { readonly defaults: (options: { baseUrl: string }) => unknown } };
}

/** Probot's Octokit at our pace. Set the base URL again: Probot loses it when tokens are renewed. */
function octokitFor(baseUrl: string | undefined, cache: TokenCache | undefined): typeof ProbotOctokit {
  return ProbotOctokit.defaults((given: Given) => {
    const request = baseUrl === undefined ? undefined : given.auth?.request?.defaults({ baseUrl });
    const ours = { ...(request !== undefined && { request }), ...(cache !== undefined && { cache }) };
    return {
      ...given,
      ...(given.auth !== undefined && { auth: { ...given.auth, ...ours } }),
      throttle: { enabled: false },
      retry: { enabled: false },
    };
  });
}

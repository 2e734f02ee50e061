/** The requester's remaining budget. The request itself costs nothing. */

import type { RateStatus, Rates, Resource } from "../../http/rate.ts";
import { json } from "../../http/response.ts";
import { type Route, route } from "../route.ts";

/** @param rates the counters of all requests */
export function rateLimitRoutes(rates: Rates): readonly Route[] {
  return [
    route("GET", "/rate_limit", ({ core, spender }) => {
      const shown = (resource: Resource): Omit<RateStatus, "resource"> => {
        const { resource: _name, ...rest } = rates.status(spender, resource, core.clock.now());
        return rest;
      };
      return json(200, {
        resources: { core: shown("core"), graphql: shown("graphql"), search: shown("search") },
        rate: shown("core"),
      });
    }),
  ];
}

/** `pullRequests(states, baseRefName, headRefName, labels, orderBy)` of a repository. */
import {
  countPulls,
  listPulls,
  type Pull,
  type PullFilter,
  type PullOrder,
} from "../../state/pulls/pulls.ts";
import type { State } from "../../state/state.ts";
import type { Args } from "../executor/args.ts";
import { toPullState } from "../executor/enums.ts";
import type { Listing } from "./paging/connection.ts";

/** Cursors are positions: `gh` reads all pages in one go. */
export function pullListing(state: State, repositoryId: number, args: Args): Listing<Pull> {
  const filter: PullFilter = {
    repositoryId,
    states: args.optionalStrings("states")?.map(toPullState),
    baseRef: args.optionalText("baseRefName"),
    headRef: args.optionalText("headRefName"),
    labels: args.optionalStrings("labels"),
  };
  const orderBy = args.input("orderBy");
  const order: PullOrder = {
    by: orderBy.oneOf("field", ["CREATED_AT", "UPDATED_AT"]) === "UPDATED_AT" ? "updated" : "created",
    direction: orderBy.oneOf("direction", ["ASC", "DESC"]) === "DESC" ? "desc" : "asc",
  };
  return {
    count: () => countPulls(state, filter),
    slice: (page) => listPulls(state, filter, order, page),
    keyOf: (_pull, index) => [index],
    rank: ([index], inclusive) => Number(index) + (inclusive ? 1 : 0),
  };
}

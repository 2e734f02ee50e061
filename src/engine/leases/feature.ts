/** Leases: which agent holds a task, under which token. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { adoptAssignment, restoreHolder } from "./assignments/adopt-assignment.ts";
import { claim } from "./claim.ts";
import { endLeases } from "./end-leases.ts";
import { lapse } from "./lapsing/lapse.ts";
import { lapsedTooOften, offerAgain } from "./lapsing/lapses.ts";
import { release } from "./release.ts";
import { showHolder } from "./show-holder.ts";

/** Comes before commands: a task that is free again can be claimed in the same pass. */
export const leaseEnds: Feature = { name: "lease-ends", stateRules: () => [endLeases, lapse, restoreHolder] };

/** Comes before handovers: no handover of another agent completes what an assignment gives away in the same pass. */
export const leaseAwards: Feature = {
  name: "lease-awards",
  stateRules: () => [offerAgain, adoptAssignment],
};

export const leases: Feature = {
  name: "leases",
  triggers: [lapsedTooOften],
  projectionRules: () => [showHolder],
  commands: [
    handlerOf("claim", claim),
    handlerOf("release", release),
    // Alongside other commands: alone in a comment it is a sign of life, which needs nothing to be done.
    handlerOf("beat", () => ({ type: "done" })),
  ],
};

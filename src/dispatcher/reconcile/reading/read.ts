/** Reads what a pass needs from GitHub: issues, roles, and the evidence of handovers. */
import type { Millis } from "../../../base/clock.ts";
import type { RepositorySeen } from "../../../engine/model/fact.ts";
import { withOrders } from "../../orders/words.ts";
import type { OnStep } from "../../ports/durable-step.ts";
import { type Changes, type ListChanges, noChanges } from "../../repository/changes.ts";
import type { ReadEvidence } from "../../repository/evidence.ts";
import type { Listings } from "../../repository/listings.ts";
import type { AskRoles } from "../../repository/roles.ts";
import type { PassReading } from "../take-work.ts";
import type { ReadPlan } from "../work-batch.ts";
import type { Gather, Gathered } from "./gather.ts";

export type RunReadPlan = (
  repository: RepositorySeen,
  plan: ReadPlan,
  reading: PassReading,
) => Promise<ReadResult>;

export interface ReadResult {
  readonly gathered: Gathered;
  /** Where the next list of changes may begin. */
  readonly cursor: Millis | undefined;
}

interface Needs {
  readonly gather: Gather;
  readonly listings: Pick<Listings, "isDue" | "ended" | "run">;
  readonly listChanges: ListChanges;
  readonly askRoles: AskRoles;
  readonly readEvidence: ReadEvidence;
  readonly onStep: OnStep;
}

export function createReader(needs: Needs): RunReadPlan {
  const { gather, listings, listChanges, askRoles, readEvidence, onStep } = needs;

  /** A pass is also a small sweep, now and then and whenever much depends on it. */
  function listing(
    repository: RepositorySeen,
    { listsEnded, cursor }: PassReading,
  ): (isNeeded: boolean) => Promise<Changes> {
    let ended = listsEnded;
    return async (isNeeded) => {
      // A repository without a cursor is still being set up: then its pages follow.
      if (cursor === undefined || !listings.isDue(repository.id, isNeeded, ended)) return noChanges;
      const changes = await listings.run(repository.id, () => listChanges(repository, false, cursor));
      ended = listings.ended();
      return changes;
    };
  }

  return async (repository, plan, reading) => {
    const { mayReadChanges } = reading;
    const list = listing(repository, reading);
    const [gathered, cursor] = await gather({ repository, plan, list, mayReadChanges });
    const { view, ids, decides } = gathered;
    const roles = await askRoles(withOrders(view, repository, plan.words), [...ids, ...decides]);
    const { facts } = gathered;
    const work = await readEvidence({ repository, view, roles, ids: [...ids], facts, news: plan.workNews });
    onStep("cycle read");
    return { gathered: { ...gathered, facts: [...facts, ...roles, ...work] }, cursor };
  };
}

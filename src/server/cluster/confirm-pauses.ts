/** Has the owners of installations confirm that the pauses in the tables are effective. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Confirmation } from "../maintenance/pausing.ts";
import type { Outcome, OwnerClient } from "../requests/owner-client.ts";
import { failureReasons } from "./failure-reasons.ts";

/** Resolves when the stored pauses are effective in the installations, or to the reason why not yet. */
export async function confirmPauses(
  { ask }: Pick<OwnerClient, "ask">,
  asked: readonly InstallationId[],
): Promise<Confirmation> {
  const outcomes = await ask("pauses changed", asked, {});
  const reasons = asked.flatMap((id, at) => whyNotConfirmed(id, outcomes[at]));
  if (reasons.length === 0) return { type: "effective" };
  const what = "It is stored, and takes effect where a worker serves the installation.";
  return { type: "stored", why: `${what} Not confirmed yet: ${reasons.join(" ")}` };
}

/** If all workers are busy, do not advise a retry: the worker that takes the installation applies the stored pauses. */
function whyNotConfirmed(id: InstallationId, outcome: Outcome<unknown> | undefined): readonly string[] {
  return outcome?.type === "failed" && outcome.isBusy === true
    ? [
        `Installation ${id}: all workers are busy with others, and nothing is written there until one takes it.`,
      ]
    : failureReasons(id, outcome);
}

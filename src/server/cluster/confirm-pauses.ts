/** Has the owners of installations confirm that the pauses in the tables are effective. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Confirmation } from "../maintenance/pausing.ts";
import type { AskOwners } from "../requests/ask-owners.ts";
import { whyNot } from "./why-not.ts";

/** Resolves when the stored pauses are effective in the installations, or to the reason why not yet. */
export async function confirmPauses(
  { ask }: Pick<AskOwners, "ask">,
  asked: readonly InstallationId[],
): Promise<Confirmation> {
  const outcomes = await ask("pauses changed", asked, {});
  const words = asked.flatMap((id, at) => whyNot(id, outcomes[at]));
  if (words.length === 0) return { type: "effective" };
  const what = "It is stored, and takes effect where a worker serves the installation.";
  return { type: "stored", why: `${what} Not confirmed yet: ${words.join(" ")}` };
}

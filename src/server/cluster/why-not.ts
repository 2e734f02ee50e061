/** What became of a request, in words. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Outcome } from "../requests/ask-owners.ts";

/** Empty if it was done. */
export function whyNot(id: InstallationId, outcome: Outcome<unknown> | undefined): readonly string[] {
  return outcome === undefined || outcome.type === "done" ? [] : [`Installation ${id}: ${outcome.why}`];
}

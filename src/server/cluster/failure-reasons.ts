/** Explains to people why a request to the owner of an installation failed. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Outcome } from "../requests/owner-client.ts";

/** Empty if it succeeded. */
export function failureReasons(id: InstallationId, outcome: Outcome<unknown> | undefined): readonly string[] {
  return outcome === undefined || outcome.type === "done" ? [] : [`Installation ${id}: ${outcome.why}`];
}

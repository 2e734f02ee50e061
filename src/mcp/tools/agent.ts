/** The agent that calls, for what only agents can do. */
import { UserError } from "../../base/errors.ts";
import type { Calling } from "../calls.ts";

/** @throws UserError if the caller is not an agent */
export function requireAgent({ agent }: Pick<Calling, "agent">): string {
  if (agent !== undefined) return agent;
  throw new UserError(
    "This needs an agent's name. Set SIGNALBOX_AGENT, in the configuration that starts this server, to a name of the settings, such as ada; over HTTP, use a token that was made for the agent. A name in a call is ignored.",
  );
}

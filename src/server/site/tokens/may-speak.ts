/**
 * As which agent a token may speak. The owner of the data folder answers for the name that a token has; a person answers only
 * for agents on their own account, and not for one that has to sign.
 */
import type { Board, Served } from "../../../operations/ports.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import type { Agent } from "../../../protocol/settings/agents/roster.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";

/** A phrase; undefined if the token may speak for the agent there. */
export async function whyNotAs(
  token: Pick<ApiToken, "kind" | "agent" | "nodeId">,
  agent: string,
  place: Served,
  board: Pick<Board, "agents">,
): Promise<string | undefined> {
  if (token.agent !== undefined && token.agent !== agent)
    return `the token is ${token.agent}'s, and gives no orders as ${agent}`;
  if (token.kind === "owner") return undefined;
  const found = (await board.agents(place.id)).find(({ name }) => name === agent);
  // The server says itself which agents there are.
  return found === undefined ? undefined : whyNotTheirs(found, token.nodeId);
}

function whyNotTheirs({ name, account, keys }: Agent, nodeId: string | undefined): string | undefined {
  if (!isSameAccount(nodeId, account)) return `${name} has another account than the one that made the token`;
  if (keys.length === 0) return undefined;
  return `${name} has a key and must sign, which an order with this token cannot: comment with the command, or ask the owner of the data folder for a token`;
}

/**
 * Lets a person decide on a page where agents write with their login: a comment by it would not show whose word it is. Only
 * a session that GitHub's sign-in in a browser opened may choose, never the owner's, nor a token.
 */

import { randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import type { PlaceChoice } from "../../dispatcher/orders/place.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { OrderReply } from "../../operations/ports.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Agent } from "../../protocol/settings/agents/roster.ts";
import type { Session } from "./session/sessions.ts";

export interface ChoosingPorts {
  readonly placeChoice: PlaceChoice;
  readonly clock: Pick<Clock, "now">;
}

/** The App usually answers within a second. */
const patienceMs = 3_000;

/** What the reader of a session decides an issue with. @param shown the hash of the text that the page showed */
export async function portsToDecide(
  { placeChoice, clock }: ChoosingPorts,
  { caller, userToken }: Session,
  ports: OperationPorts,
  { owner, repo }: FullRef,
  shown: string,
): Promise<OperationPorts> {
  if (caller.type !== "person" || userToken === undefined || !/^[0-9a-f]{64}$/.test(shown)) return ports;
  const name = `${owner}/${repo}`.toLowerCase();
  const served = (await ports.board.repositories()).find(
    (each) => `${each.owner}/${each.repo}`.toLowerCase() === name,
  );
  const agents = served === undefined ? [] : await ports.board.agents(served.id);
  if (!isUsedByAgents(agents, caller.nodeId)) return ports;
  const chooser = { id: caller.nodeId, login: caller.login, shown };
  return {
    ...ports,
    choose: async (ref, text) => {
      const id = formatUlid(clock.now(), randomBytes(16));
      const { number: issue } = ref;
      const choice = { id, owner: ref.owner, repo: ref.repo, issue, text, chooser, waitMs: patienceMs };
      return placed(() => placeChoice(choice));
    },
  };
}

/** Where an admin accepted that comments count, the person writes them as everybody else does. */
function isUsedByAgents(agents: readonly Agent[], account: string): boolean {
  const said = agents
    .filter((agent) => isSameAccount(agent.account, account))
    .map(({ withPerson }) => withPerson);
  return said.length > 0 && !(said.includes("comments") && !said.includes(true));
}

async function placed(place: () => ReturnType<PlaceChoice>): Promise<OrderReply> {
  try {
    const result = await place();
    return result.type === "unavailable" ? { type: "undecided", why: result.why } : result;
  } catch {
    return { type: "undecided", why: "the server cannot store it; its log says why" };
  }
}

/** What the page of tokens can do: people who are signed in make and end their own, the owner of the data folder ends any. */
import { UserError } from "../../../base/errors.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { TokenActions } from "../../../pages/parts/token-actions.ts";
import type { Grants } from "../../../store/shape/grant.ts";
import { whyNotAs } from "./may-speak.ts";
import type { Tokens } from "./tokens.ts";

const dayMs = 24 * 3_600_000;
const maxTokens = 50;

export function createTokenActions(tokens: Tokens, grants: Pick<Grants, "endOf">): TokenActions {
  return {
    list: async ({ caller }) =>
      (await tokens.list(caller?.nodeId)).map(({ repositories, ...token }) => ({
        ...token,
        repositories: repositories?.length,
      })),
    make: async (ports, { agent, days }) => {
      const { caller, board } = ports;
      if (caller === undefined)
        throw new UserError("On the server's machine, make it with `signalbox tokens add`.", {
          code: "not-here",
        });
      if ((await tokens.list(caller.nodeId)).length >= maxTokens)
        throw new UserError(`You have ${maxTokens} tokens. End some first.`, { code: "refused" });
      if (agent !== undefined) await requireTheirs(ports, agent, caller.nodeId);
      const { login, nodeId } = caller;
      const repositories = (await board.repositories()).map(({ id }) => id);
      const { secret } = await tokens.make({
        kind: "page",
        login,
        nodeId,
        agent,
        repositories,
        mayOrder: agent !== undefined,
        lifetimeMs: days * dayMs,
      });
      return secret;
    },
    end: async ({ caller }, id) => void (await tokens.end(caller?.nodeId, id)),
    endAll: async ({ caller }) => {
      if (caller !== undefined) await grants.endOf(caller.nodeId);
    },
  };
}

/** The checks that each order with the token will meet, made before there is a token. */
async function requireTheirs({ board }: OperationPorts, agent: string, nodeId: string): Promise<void> {
  const token = { kind: "page", agent, nodeId } as const;
  const reasons: string[] = [];
  for (const place of await board.repositories()) {
    if (!(await board.agents(place.id)).some(({ name }) => name === agent)) continue;
    const why = await whyNotAs(token, agent, place, board);
    if (why === undefined) return;
    reasons.push(`in ${place.owner}/${place.repo}, ${why}`);
  }
  const why =
    reasons.length === 0 ? `no settings that you can see name an agent ${agent}` : reasons.join("; ");
  throw new UserError(`No token was made: ${why}.`, { code: "unknown-agent" });
}

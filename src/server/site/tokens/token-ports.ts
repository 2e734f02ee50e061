/** What operations get for a program with a token: the board as its token may show it, and orders if it may give them. */
import { LRUCache } from "lru-cache";
import type { Millis } from "../../../base/clock.ts";
import { isSameNode, knownAmong } from "../../../base/node-id.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { Board, Served } from "../../../operations/ports.ts";
import { repositoriesNaming } from "../../../operations/visibility/agents-board.ts";
import { type Seen, seenThrough } from "../../../operations/visibility/visible-board.ts";
import { formatRef } from "../../../protocol/references/ref.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";
import { type OrderPorts, orderingBy } from "./orders-by-token.ts";
import type { RoleVisibility } from "./role-visibility.ts";
import type { RunIdentity } from "./run-secrets.ts";
import type { ShownToken } from "./tokens.ts";

export type PortsOfToken = (token: ShownToken) => Promise<OperationPorts>;

interface Needs {
  /** For the owner of the data folder. */
  readonly ports: OperationPorts;
  readonly orders: OrderPorts;
  readonly roles: RoleVisibility;
}

/** Every call is a sign of life, and one in so long is enough. */
const signEveryMs: Millis = 30_000;
const maxSigned = 10_000;

export function createPortsOfToken({ ports, orders, roles }: Needs): PortsOfToken {
  const signedAt = new LRUCache<string, Millis>({ max: maxSigned });
  return async (token) => {
    const visible = await visibleTo(token, roles, ports.board);
    const seen: Seen =
      visible === undefined
        ? { board: ports.board, hide: (value) => value }
        : await seenThrough(ports.board, visible);
    const ordering = token.mayOrder ? orderingBy(token, seen, orders) : undefined;
    const { agent, login, nodeId, run } = token;
    const now = ports.clock.now();
    if (agent !== undefined && ordering !== undefined && now - (signedAt.get(token.id) ?? 0) >= signEveryMs) {
      signedAt.set(token.id, now);
      const session = run?.session;
      await ordering.beat({ agent, session, task: undefined, lease: undefined, doing: undefined });
    }
    return {
      ...ports,
      ...ordering,
      board: seen.board,
      // An issue elsewhere is not looked at, or the time that takes would tell that it is there.
      freshen: async (ref) =>
        (await seen.board.card(ref.owner, ref.repo, ref.number)) === undefined
          ? "unsure"
          : ports.freshen(ref),
      agent,
      ...(run === undefined ? {} : holdingOf(run, await seen.board.repositories())),
      caller: login === undefined || nodeId === undefined ? undefined : { login, nodeId, agent },
    };
  };
}

/** A run works in its own session and under its own lease, whatever the surroundings of its commands say. */
function holdingOf(
  { session, repositoryId, issue, lease }: RunIdentity,
  places: readonly Served[],
): Partial<Pick<OperationPorts, "session" | "lease" | "repository">> {
  const place = places.find(({ id }) => isSameNode(id, repositoryId));
  if (place === undefined) return { session };
  const { owner, repo } = place;
  const task = formatRef({ owner, repo, number: issue });
  return { session, lease: { token: String(lease), task }, repository: { owner, repo } };
}

/**
 * By the ids that the board has today, whichever format they had when the token was made. Undefined for everything. A token
 * that was made for an agent shows no more than what that agent may see.
 * @throws UserError if no settings name its agent any longer
 */
export async function visibleTo(
  { kind, login, nodeId, agent, repositories }: ApiToken,
  roles: RoleVisibility,
  board: Pick<Board, "repositories" | "agents">,
): Promise<ReadonlySet<RepositoryId> | undefined> {
  const naming = kind === "owner" && agent !== undefined ? await repositoriesNaming(board, agent) : undefined;
  if (kind === "owner" && repositories === undefined) return naming && new Set(naming);
  if (repositories === undefined) return new Set();
  const served = (await board.repositories()).map(({ id }) => id);
  const listed = knownAmong(new Set(repositories), served);
  if (kind === "owner") return listed;
  if (login === undefined || nodeId === undefined) return new Set();
  // Renewed every five minutes from what GitHub lists, it is never older.
  return kind === "login" ? listed : roles.of({ id: nodeId, login }, [...listed]);
}

/**
 * Orders, signs of life and read notes of a program with a token. The owner of the data folder answers for the name
 * that a token has; a person answers only for agents on their own account, and not for one that has to sign.
 */

import { randomBytes } from "node:crypto";
import type { Clock } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import { formatUlid } from "../../../base/ulid.ts";
import type { OrderWish, PlaceOrder } from "../../../dispatcher/orders/place.ts";
import type { NoteMarks } from "../../../dispatcher/ports/agents/note-marks.ts";
import type { BeatResult, TakeBeat } from "../../../dispatcher/sessions/beat.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { BeatReply, BeatRequest, Board, OrderReply, Served } from "../../../operations/ports.ts";
import type { Seen } from "../../../operations/visibility/visible-board.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import type { Agent } from "../../../protocol/settings/agents/roster.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";

export interface OrderPorts {
  readonly board: Board;
  readonly placeOrder: PlaceOrder;
  readonly takeBeat: TakeBeat;
  readonly noteMarks: NoteMarks;
  readonly clock: Pick<Clock, "now">;
}

type Ordering = Required<Pick<OperationPorts, "order" | "beat" | "acknowledge">>;

const usualPatienceMs = 10_000;
/** A request ends after 55 seconds. */
const maxPatienceMs = 50_000;

export function orderingBy(token: ApiToken, { board, hide }: Seen, site: OrderPorts): Ordering {
  const whyNot = (agent: string, place: Served): Promise<string | undefined> =>
    whyNotAs(token, agent, place, board);
  return {
    order: async ({ patienceMs = usualPatienceMs, id, ...wish }) => {
      const place = await servedIn(board, wish);
      if (place === undefined) return refused(`signalbox does not serve ${wish.owner}/${wish.repo}`);
      const why = await whyNot(wish.agent, place);
      if (why !== undefined) return refused(why);
      const named = id ?? formatUlid(site.clock.now(), randomBytes(16));
      const waitMs = Math.min(patienceMs, maxPatienceMs);
      return hide(await placed(site, { ...wish, id: named, waitMs }));
    },
    beat: async (sign) => {
      const places = await placesOf(board, sign);
      const reasons = await Promise.all(places.map((place) => whyNot(sign.agent, place)));
      const counting = places.filter((_, at) => reasons[at] === undefined);
      if (counting.length === 0)
        return { type: "refused", why: reasons[0] ?? "signalbox does not serve the repository" };
      const replies = await Promise.all(counting.map((place) => site.takeBeat(beatIn(sign, place))));
      return hide(replyOf(replies[0] ?? { type: "heard" }));
    },
    acknowledge: async (agent, read) => {
      // Notes are marked wherever they are, so the name has to be theirs everywhere.
      const named = await placesNaming(site.board, agent);
      for (const place of named) {
        const why = await whyNotAs(token, agent, place, site.board);
        if (why !== undefined)
          throw new UserError(`Nothing was marked as read: ${why}.`, { code: "refused" });
      }
      if (named.length === 0)
        throw new UserError(`No settings name an agent ${agent}.`, { code: "unknown-agent" });
      return site.noteMarks.acknowledge(agent, read);
    },
  };
}

/** A phrase; undefined if the token may speak for the agent there. */
export async function whyNotAs(
  token: Pick<ApiToken, "kind" | "agent" | "nodeId">,
  agent: string,
  place: Served,
  board: Board,
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

async function servedIn(board: Board, { owner, repo }: RepositoryName): Promise<Served | undefined> {
  const name = `${owner}/${repo}`.toLowerCase();
  return (await board.repositories()).find((each) => `${each.owner}/${each.repo}`.toLowerCase() === name);
}

/** A sign of life that names no task counts wherever the agent is known. */
async function placesOf(board: Board, { agent, task }: BeatRequest): Promise<readonly Served[]> {
  if (task === undefined) return placesNaming(board, agent);
  const place = await servedIn(board, task);
  return place === undefined ? [] : [place];
}

async function placesNaming(board: Board, agent: string): Promise<readonly Served[]> {
  const found: Served[] = [];
  for (const place of await board.repositories())
    if ((await board.agents(place.id)).some(({ name }) => name === agent)) found.push(place);
  return found;
}

function beatIn({ agent, session, task, lease, doing }: BeatRequest, repository: Served) {
  const { owner, repo } = repository;
  const held = lease === undefined ? {} : { lease: Number(lease) };
  return { agent, session, doing, issue: task?.number, repository: { owner, repo }, ...held };
}

function replyOf(result: BeatResult): BeatReply {
  return "why" in result ? { type: result.type, why: result.why } : { type: "heard" };
}

async function placed({ placeOrder }: OrderPorts, wish: OrderWish): Promise<OrderReply> {
  try {
    const result = await placeOrder(wish);
    return result.type === "unavailable" ? { type: "undecided", why: result.why } : result;
  } catch {
    return { type: "undecided", why: "the server cannot store the order; its log says why" };
  }
}

function refused(reason: string) {
  return { type: "refused", reason, isMistake: true } as const;
}

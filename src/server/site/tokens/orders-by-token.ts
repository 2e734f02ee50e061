/** Orders, signs of life and read notes of a program with a token, as the agents that it may speak for. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import { formatUlid } from "../../../base/ulid.ts";
import type { OrderWish, PlaceOrder } from "../../../dispatcher/orders/place.ts";
import type { NoteMarks } from "../../../dispatcher/ports/agents/note-marks.ts";
import type { BeatResult, TakeBeat } from "../../../dispatcher/sessions/beat.ts";
import type { OperationPorts } from "../../../operations/operation.ts";
import type { BeatReply, Board, OrderReply, Served } from "../../../operations/ports.ts";
import type { Seen } from "../../../operations/visibility/visible-board.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";
import { beatByToken, placeNamed, placesNaming } from "./beats-by-token.ts";
import { whyNotAs } from "./may-speak.ts";

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
      const place = await placeNamed(board, wish);
      if (place === undefined) return refused(`signalbox does not serve ${wish.owner}/${wish.repo}`);
      const why = await whyNot(wish.agent, place);
      if (why !== undefined) return refused(why);
      const named = id ?? formatUlid(site.clock.now(), randomBytes(16));
      const waitMs = Math.min(patienceMs, maxPatienceMs);
      return hide(await placed(site, { ...wish, id: named, waitMs }));
    },
    beat: async (sign) => {
      const { agent, session, task, lease, doing } = sign;
      const held = lease === undefined ? {} : { lease: Number(lease) };
      const beat = { agent, session, doing, issue: task?.number, repository: task, ...held };
      return hide(replyOf(await beatByToken(token, board, site.takeBeat, beat)));
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

function replyOf(result: BeatResult): BeatReply {
  if (result.type === "ended" || result.type === "done") return { type: result.type, why: result.why };
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

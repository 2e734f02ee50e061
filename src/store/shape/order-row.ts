/** Reads orders from rows. */
import { z } from "zod";
import { integer, optional, type Row, text } from "../../base/row.ts";
import type { Order, OrderAnswer, QueuedOrder } from "../../dispatcher/ports/agents/orders.ts";

const numbers = z.array(z.number());
const chooserShape = z.object({ id: z.string(), login: z.string(), shown: z.string() });

/** Whether two orders with the same id are the same in everything else. */
export function isSameOrder(known: Order, order: Order): boolean {
  const gist = ({ repositoryId, agent, issue, track, space, text: command, chooser }: Order): string =>
    JSON.stringify([repositoryId, agent, issue, track, space, command, chooser]);
  return gist(known) === gist(order);
}

export function orderIn(row: Row): QueuedOrder {
  return {
    id: text(row, "id"),
    repositoryId: text(row, "repository_id"),
    agent: text(row, "agent"),
    issue: optional(integer, row, "issue"),
    track: optional(text, row, "track"),
    space: optional(integer, row, "space"),
    text: text(row, "text"),
    session: optional(text, row, "session"),
    ...chooserIn(optional(text, row, "chooser")),
    arrivedAt: integer(row, "arrived_at"),
    until: integer(row, "until"),
    tried: numbers.parse(JSON.parse(text(row, "tried"))),
  };
}

/** Only the store writes the column. */
function chooserIn(written: string | undefined): Pick<Order, "chooser"> {
  return written === undefined ? {} : { chooser: chooserShape.parse(JSON.parse(written)) };
}

/** Only the store writes the column, so its shape is not validated again. */
export function answerIn(row: Row): OrderAnswer | undefined {
  const written = optional(text, row, "answer");
  return written === undefined ? undefined : JSON.parse(written);
}

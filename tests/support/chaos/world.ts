/** What the parties of a chaos run share: the bus, the tasks, and what each was told. */
import type { OrderResult, OrderWish } from "../../../src/dispatcher/orders/place.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import type { MortalBus } from "../mortal-bus.ts";

export interface Task {
  readonly number: number;
  /** Its node id. */
  readonly id: string;
}

/** A claim or release by a comment, whose answer is a reaction. */
export interface Said {
  readonly comment: number;
  readonly task: Task;
  /** The name that it gives. */
  readonly agent: string;
  readonly asks: "claim" | "release";
  readonly at: number;
  /** Whether its author may not speak for that agent. */
  readonly isForged: boolean;
}

/** A complete handover. */
export interface HandedOver {
  readonly number: number;
  readonly task: Task;
  readonly agent: string;
  readonly token: number | undefined;
  readonly at: number;
}

export type Sent = Omit<OrderWish, "owner" | "repo">;

export interface World {
  readonly bus: MortalBus;
  /** Tasks that may be claimed, by number. */
  readonly tasks: Map<number, Task>;
  readonly questions: Set<number>;
  /** Not yet checked. */
  readonly said: Said[];
  readonly handedOver: HandedOver[];
  /** The final answer to each order, by its id. */
  readonly answers: Map<string, { readonly sent: Sent; readonly answer: string }>;
  /** Promises that were broken. */
  readonly breaches: string[];
  readonly now: () => number;
  readonly newOrderId: () => string;
  /** Tells branches apart: an agent may have two turns at the same moment. */
  readonly newBranchNumber: () => number;
}

export function createWorld(bus: MortalBus, now: () => number): World {
  let orders = 0;
  let branches = 0;
  return {
    bus,
    now,
    tasks: new Map(),
    questions: new Set(),
    said: [],
    handedOver: [],
    answers: new Map(),
    breaches: [],
    newOrderId: () => {
      orders += 1;
      return `01JDB3Z5M7${String(orders).padStart(16, "0")}`;
    },
    newBranchNumber: () => {
      branches += 1;
      return branches;
    },
  };
}

/** Sends an order. Resolves to undefined if the server died before it answered. */
export async function sendOrder({ bus }: World, sent: Sent): Promise<OrderResult | undefined> {
  const { token } = readContact(bus.home) ?? {};
  try {
    const response = await fetch(`${bus.serverUrl()}/control/order`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...sent, owner: "acme", repo: "demo", waitMs: 1_500 }),
    });
    // A server that cannot store the order refuses it as a whole.
    return response.status === 200 ? ((await response.json()) as OrderResult) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the final answer to an order: the same order never has another one. */
export function keepAnswer(world: World, sent: Sent, result: OrderResult): void {
  if (result.type === "undecided" || result.type === "unavailable") return;
  const answer = JSON.stringify(result);
  const before = world.answers.get(sent.id);
  if (before !== undefined && before.answer !== answer)
    world.breaches.push(`order ${sent.id} of ${sent.agent} had two answers: ${before.answer} and ${answer}`);
  world.answers.set(sent.id, { sent, answer });
}

/** What an agent is told about a claim that nothing was heard of. */
import { describe, expect, test } from "vitest";
import { claim } from "../../src/operations/claim.ts";
import type { OperationPorts } from "../../src/operations/operation.ts";
import type { OrderWish } from "../../src/operations/ports.ts";
import { release } from "../../src/operations/release.ts";
import { orderId } from "../support/orders.ts";
import { memoryBoard, portsOf } from "./board.ts";

const id = orderId(1);

function unheard(): { readonly ports: OperationPorts; readonly wishes: readonly OrderWish[] } {
  const wishes: OrderWish[] = [];
  const order = async (wish: OrderWish) => {
    wishes.push(wish);
    return { type: "unknown", id } as const;
  };
  return { ports: { ...portsOf(memoryBoard([])), order }, wishes };
}

describe("an order whose answer was not heard", () => {
  test("AG12 is not called undecided, and the output says how to ask for the same one again", async () => {
    const { ports, wishes } = unheard();
    const { text, output, isMet } = await claim.run(ports, { next: true, agent: "ada" });
    expect(text).toBe(
      `Not known: the server ended before it answered, and may have carried it out. Ask again, with the same words and --order ${id}, and the answer is the same.`,
    );
    expect(output).toMatchObject({ isHeld: false, isDecided: false, order: id });
    expect(isMet).toBe(false);
    await claim.run(ports, { next: true, agent: "ada", order: id });
    expect(wishes.map((wish) => wish.id)).toEqual([undefined, id]);
  });

  test("AG12 is not known either where no server runs when it is asked for again", async () => {
    const ports = portsOf(memoryBoard([]));
    const again = await release.run(ports, { issue: "acme/demo#12", agent: "ada", order: id });
    expect(again.text).toContain(`--order ${id}`);
    expect(again.output).toMatchObject({ isReleased: false, order: id });
  });
});

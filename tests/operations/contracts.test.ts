/** The list of contracts, on an in-memory board. */
import { expect, test } from "vitest";
import type { CardDetail } from "../../src/operations/ports.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { contracts } from "./held.ts";

const contract = (number: number, more: Partial<NonNullable<CardDetail["contract"]>> = {}): CardDetail =>
  card(number, {
    kind: "contract",
    status: undefined,
    title: `Contract: ${number}`,
    contract: {
      interface: "orders-api",
      version: "1.2.0",
      format: "types",
      standing: "agreed",
      agreedBy: ["ada"],
      missing: [],
      objections: [],
      ...more,
    },
  });

const all = [
  contract(20, { standing: "replaced", successor: "acme/demo#21" }),
  contract(21),
  contract(22, { version: "2.0.0", standing: "objected", missing: ["bea"], objections: ["cleo"] }),
];

test("AG63 what is in force and what is open is listed, and a replaced version is not", async () => {
  const { text } = await contracts.run(portsOf(memoryBoard(all)), {});
  expect(text.split("\n").toSorted()).toEqual([
    "acme/demo#21  orders-api 1.2.0  in force",
    "acme/demo#22  orders-api 2.0.0  objected to; waiting for bea; objections: cleo",
  ]);
});

test("AG63 with all of them, a replaced version says what replaced it", async () => {
  const { text } = await contracts.run(portsOf(memoryBoard(all)), { all: true });
  expect(text).toContain("acme/demo#20  orders-api 1.2.0  replaced; by acme/demo#21");
});

/** What an agent is told about a claim that was not answered, and by a dry run. */
import { describe, expect, test } from "vitest";
import type { OperationPorts } from "../../../src/operations/operation.ts";
import type { ClaimRefusal, OrderRequest } from "../../../src/operations/ports.ts";
import { orderId } from "../../support/orders.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { claim, release } from "../held.ts";

const id = orderId(1);

function unheard(): { readonly ports: OperationPorts; readonly wishes: readonly OrderRequest[] } {
  const wishes: OrderRequest[] = [];
  const order = async (wish: OrderRequest) => {
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

describe("a dry run", () => {
  const because = (words: string, fault: ClaimRefusal["fault"] = "task"): ClaimRefusal => ({
    because: words,
    fault,
  });
  const dry = (given: object, refusals: Readonly<Record<string, ClaimRefusal>>) => {
    const none = new Map<string, never>();
    const entries = Object.entries(refusals).map(([id, refusal]) => [`${id} ada`, refusal] as const);
    const board = memoryBoard([card(1), card(2)], [], undefined, none, none, new Map(entries));
    return claim.run(portsOf(board), { agent: "ada", dryRun: true, repo: "acme/demo", next: true, ...given });
  };
  const named = { issue: "acme/demo#1", next: false, repo: undefined };

  test("passes over tasks that the agent may not have", async () => {
    const { output, isMet } = await dry({}, { I_1: because("requires rust") });
    expect([output, isMet]).toMatchObject([{ wouldClaim: "acme/demo#2" }, true]);
  });

  test("finds nothing where every task would be refused", async () => {
    const refusals = { I_1: because("requires rust"), I_2: because("a person is assigned: bob") };
    expect(await dry({}, refusals)).toMatchObject({
      isMet: false,
      text: expect.stringMatching(/^Nothing ready for ada\./),
    });
  });

  test("says that the agent holds as many as it may", async () => {
    const { text } = await dry({}, { I_1: because("2 of 2 leases held: #8, #9", "speaker") });
    expect(text).toMatch(/^Would not claim acme\/demo#1 for ada: 2 of 2 leases held: #8, #9\. By the index/);
  });

  test("says why a named task would be refused, and what was not checked", async () => {
    expect(await dry(named, { I_1: because("blocked by #9") })).toMatchObject({
      isMet: false,
      output: { isHeld: false, wouldClaim: undefined, issue: "acme/demo#1", reason: "blocked by #9" },
    });
    const { text } = await dry(named, {});
    expect(text).toMatch(/^Would claim acme\/demo#1 for ada\. .*GitHub.*account.*was checked\.$/);
  });

  test("takes an agent that the settings do not name for a mistake", async () => {
    const unknown = because("the settings name no agent ada", "words");
    await expect(dry(named, { I_1: unknown })).rejects.toThrow("The settings name no agent ada.");
  });
});

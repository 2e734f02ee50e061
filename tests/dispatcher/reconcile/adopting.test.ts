/** Which passes wait for their turn: those over repositories whose issues are still being adopted. */
import { expect, test } from "vitest";
import { adoptingInTurn } from "../../../src/dispatcher/reconcile/adopting.ts";

test("only a pass over a repository that is new waits for its turn", async () => {
  const ran: string[] = [];
  const left = new Map([["new", 1_000]]);
  const turns: (() => Promise<void>)[] = [];
  const reconciler = adoptingInTurn(
    { run: async (id) => void ran.push(id) },
    { toAdopt: (id) => left.get(id) ?? 0 },
    async (pass) => void turns.push(pass),
  );
  await reconciler.run("new");
  await reconciler.run("old");
  expect([ran, turns.length]).toEqual([["old"], 1]);
  await turns[0]?.();
  expect(ran).toEqual(["old", "new"]);
});

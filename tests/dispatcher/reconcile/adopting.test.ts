/** Which passes wait for their turn: those over repositories whose issues are still being adopted. */

import { expect, test } from "vitest";
import type { DispatcherPorts } from "../../../src/dispatcher/dispatcher-ports.ts";
import { nothingSpent } from "../../../src/dispatcher/ports/carryover.ts";
import { Reconciler } from "../../../src/dispatcher/reconcile/reconciler.ts";
import { Activity } from "../../../src/dispatcher/repository/activity.ts";
import { openDesk } from "../../support/dispatch-desk.ts";

const never = (): never => {
  throw new Error("Nothing is due.");
};

test("only a pass over a repository that is new waits for its turn", async () => {
  const ran: string[] = [];
  const left = new Map([["new", 1_000]]);
  const turns: (() => Promise<void>)[] = [];
  const { ports, stop } = await openDesk();
  await stop();
  const serving: DispatcherPorts["serving"] = {
    carryover: {
      activeAt: 0,
      lastSweep: undefined,
      listDueAt: 0,
      heardSince: undefined,
      comparedUntil: undefined,
      spent: nothingSpent,
      pullsListed: [],
    },
    readsLog: false,
    sessions: { heard: never, left: never, of: never, since: never, load: never, run: never },
    adoptInTurn: async (pass) => void turns.push(pass),
  };
  const index = { ...ports.stores.index, toAdopt: (id: string) => left.get(id) ?? 0 };
  const reconciler = new Reconciler(
    { ...ports, stores: { ...ports.stores, index }, serving },
    {
      queue: { take: async (id) => void ran.push(id) },
      pass: { run: never },
      pageReader: { readPage: never },
      recovery: { requeueIfWaiting: never, noteSuccess: never, requeueFailed: never },
      activity: new Activity(ports.runtime.clock),
    },
  );
  await reconciler.reconcile("new");
  await reconciler.reconcile("old");
  expect([ran, turns.length]).toEqual([["old"], 1]);
  await turns[0]?.();
  expect(ran).toEqual(["old", "new"]);
});

/** Runs the contract of every store on PostgreSQL. */
import { describe, onTestFinished } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { aroundContract } from "../../contracts/store/around-contract.ts";
import { inboxContract } from "../../contracts/store/inbox-contract.ts";
import { ordersContract } from "../../contracts/store/orders-contract.ts";
import { outboxContract } from "../../contracts/store/outbox-contract.ts";
import type { Adapter, Ports } from "../../contracts/store/samples.ts";
import { copyOf, newDatabase, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

let database = "";

/** Those of the ports that process deliveries; the others are used by other parts of the contract. */
async function opened(url: string, onStep?: (step: string) => void): Promise<Ports> {
  const store = await openPostgresStore(url, { clock: fixedClock, ...(onStep && { onStep }) });
  onTestFinished(async () => store.close());
  const absent = (): never => {
    throw new Error("This part of the contract uses a port that is not opened here.");
  };
  return {
    ...store,
    get board() {
      return absent();
    },
    get sessions() {
      return absent();
    },
    get noteMarks() {
      return absent();
    },
    get coordinatorStore() {
      return absent();
    },
  };
}

const adapter: Adapter = {
  name: "PostgreSQL",
  open: async (onStep) => {
    database = await newDatabase();
    return opened(database, onStep);
  },
  restart: async () => opened(await copyOf(database)),
  openBeside: async () => opened(database),
};

describe.skipIf(noPostgres)("the store on PostgreSQL", () => {
  inboxContract(adapter);
  aroundContract(adapter);
  outboxContract(adapter);
  ordersContract(adapter);
});

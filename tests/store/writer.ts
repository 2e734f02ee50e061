/**
 * A process that admits deliveries until it is killed, and prints each GUID once its admission has resolved.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { openStore } from "../../src/store/sqlite/store.ts";
import { delivery } from "../contracts/store/samples.ts";
import { demo } from "../support/issues.ts";

const { inbox, index } = openStore(process.argv[2] ?? "");
await index.saveRepositories([demo], []);
const payload = randomBytes(20_000);

async function admitForEver(): Promise<never> {
  for (;;) {
    const guid = randomUUID();
    await inbox.admit(delivery(guid, { payload }));
    writeSync(1, `${guid}\n`);
  }
}

await Promise.all(Array.from({ length: 20 }, admitForEver));

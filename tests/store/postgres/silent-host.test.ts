/** PostgreSQL's machine is gone: what is sent to it gets no answer, and no error either. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPoolForDeliveries } from "../../../src/store/postgres/database/pool.ts";
import { openSharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import { startPostgresProxy } from "../../chaos/postgres-proxy.ts";
import { delivery } from "../../contracts/store/samples.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

/** GitHub gives up after this. */
const patienceMs = 10_000;

describe.skipIf(noPostgres)("deliveries while PostgreSQL does not answer", () => {
  test("are refused while GitHub still waits, those in the queue too, and kept afterwards", async () => {
    const [, database = "", folder = ""] = /@\/(\w+)\?host=(.+)$/.exec(await newIndex()) ?? [];
    const proxy = await startPostgresProxy(join(decodeURIComponent(folder), ".s.PGSQL.5432"));
    onTestFinished(proxy.close);
    const shared = await openSharedDatabase(`postgresql://postgres@127.0.0.1:${proxy.port}/${database}`);
    onTestFinished(shared.close);
    const { inbox } = await shared.storeFor({ type: "nothing" });
    expect(await inbox.admit(delivery("before"))).toBe("new");
    proxy.pause();
    const told: number[] = [];
    const send = async (guid: string, bodyHash = guid) => {
      const sentAt = performance.now();
      const refusal = expect(inbox.admit(delivery(guid, { bodyHash }))).rejects.toThrow("in time");
      await refusal.finally(() => told.push(performance.now() - sentAt));
    };
    const sent: Promise<void>[] = [];
    // The first is under way, the second waits for a connection, and the last for one of the same body.
    for (const [guid, body] of [["a"], ["b"], ["c"], ["d"], ["twin of a", "a"]] as const) {
      sent.push(send(guid, body));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.all(sent);
    expect(Math.max(...told)).toBeLessThan(patienceMs);
    proxy.resume();
    expect(await inbox.admit(delivery("after"))).toBe("new");
    await expect.poll(() => inbox.missing(["before", "a", "after"])).toEqual([]);
  }, 60_000);

  test("leave their connections after 15 s, or 20 s without an error", async () => {
    const pool = openPoolForDeliveries(await newIndex(), () => {});
    onTestFinished(() => pool.end());
    expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "15s" }]);
    expect(pool.options.query_timeout).toBe(20_000);
  });
});

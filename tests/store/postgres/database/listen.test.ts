import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../src/store/postgres/database/listen.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

describe.skipIf(noPostgres)("a listener", () => {
  test("that lost its connection listens again, each time after a wait of its own", async () => {
    const url = await newDatabase();
    const heard: string[] = [];
    const random = vi.fn(() => 0);
    const listener = listen(url, {
      channel: "news",
      name: "a listener of tests",
      random,
      onPayload: (payload) => heard.push(payload),
    });
    onTestFinished(listener.close);
    await listener.listening;
    expect(random).not.toHaveBeenCalled();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'a listener of tests'",
    );
    await vi.waitFor(
      async () => {
        await client.query("NOTIFY news, 'again'");
        expect(heard).toContain("again");
      },
      { timeout: 15_000, interval: 50 },
    );
    expect(random).toHaveBeenCalled();
  });
});

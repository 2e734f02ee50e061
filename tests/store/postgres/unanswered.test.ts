/** PostgreSQL goes away between the mark of an effect and its receipt: the process lives, and must not wait for ever. */
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { decide, effect, fill } from "../../contracts/store/samples.ts";
import { demo, start, task } from "../../support/issues.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

async function refuseWrites(url: string, refuses: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    refuses
      ? "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '53100'; END $$; CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON effect EXECUTE FUNCTION refuse()"
      : "DROP FUNCTION refuse() CASCADE",
  );
  await client.end();
}

describe.skipIf(noPostgres)("effects of which the database did not say what it has", () => {
  test("one whose receipt was not stored is due again, and its outcome is looked up first", async () => {
    const url = await newIndex();
    const { index, outbox, close } = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => close());
    await fill(index, task(12));
    await decide(index, [effect(12, "labels", "blocked")]);
    const [due] = await outbox.due(demo.installationId, start, 10);
    const id = due?.id ?? 0;
    await outbox.sending([id], start);
    await refuseWrites(url, true);
    await expect(outbox.receipt([{ type: "done", id }], [], [], [])).rejects.toThrow();
    await expect(outbox.due(demo.installationId, start, 10)).rejects.toThrow();
    await refuseWrites(url, false);
    expect(await outbox.due(demo.installationId, start, 10)).toMatchObject([{ id, sentAt: start }]);
    expect(await outbox.counts()).toMatchObject({ pending: 1, sending: 0 });
  });

  test("one whose mark was not stored is due again", async () => {
    const url = await newIndex();
    const { index, outbox, close } = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => close());
    await fill(index, task(12));
    await decide(index, [effect(12, "labels", "blocked")]);
    const [due] = await outbox.due(demo.installationId, start, 10);
    const id = due?.id ?? 0;
    await refuseWrites(url, true);
    await expect(outbox.sending([id], start)).rejects.toThrow();
    await refuseWrites(url, false);
    expect(await outbox.due(demo.installationId, start, 10)).toMatchObject([{ id, sentAt: undefined }]);
  });

  test("one whose mark is still being committed is due again once it is", async () => {
    const url = await newIndex();
    const { index, outbox, close } = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => close());
    await fill(index, task(12));
    await decide(index, [effect(12, "labels", "blocked")]);
    const [due] = await outbox.due(demo.installationId, start, 10);
    const id = due?.id ?? 0;
    await refuseWrites(url, true);
    await expect(outbox.sending([id], start)).rejects.toThrow();
    await refuseWrites(url, false);
    // As if the connection had broken after COMMIT was sent.
    const late = new pg.Client({ connectionString: url });
    await late.connect();
    onTestFinished(() => late.end());
    await late.query("BEGIN");
    await late.query("UPDATE effect SET state = 'sending', sent_at = $1 WHERE id = $2", [start, id]);
    const asked = outbox.due(demo.installationId, start, 10);
    await expect.poll(() => updating(late), { timeout: 15_000 }).toBe(1);
    await late.query("COMMIT");
    expect(await asked).toMatchObject([{ id, sentAt: start }]);
    expect(await outbox.counts()).toMatchObject({ pending: 1, sending: 0 });
  });

  test("one is made to wait once, however many ask at the same time", async () => {
    const url = await newIndex();
    const { index, outbox, close } = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => close());
    await fill(index, task(12));
    await decide(index, [effect(12, "labels", "blocked")]);
    const [due] = await outbox.due(demo.installationId, start, 10);
    const id = due?.id ?? 0;
    await outbox.sending([id], start);
    await refuseWrites(url, true);
    await expect(outbox.receipt([{ type: "done", id }], [], [], [])).rejects.toThrow();
    await refuseWrites(url, false);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM effect FOR UPDATE");
    const asked = Promise.all([
      ...[1, 2, 3].map(() => outbox.due(demo.installationId, start, 10)),
      outbox.nextDueAt(),
    ]);
    await expect.poll(() => updating(other), { timeout: 15_000 }).toBe(1);
    // Others would follow the first at once.
    await other.query("SELECT pg_sleep(0.5)");
    expect(await updating(other)).toBe(1);
    await other.query("COMMIT");
    const [first] = await asked;
    expect(first).toMatchObject([{ id, sentAt: start }]);
  });
});

async function updating(client: pg.Client): Promise<number> {
  // Within a transaction, PostgreSQL shows what it has shown before.
  await client.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await client.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rows[0].count;
}

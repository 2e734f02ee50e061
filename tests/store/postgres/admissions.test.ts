import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { Admissions } from "../../../src/store/postgres/admissions.ts";
import type {
  Connection,
  Transaction,
  TransactionHooks,
} from "../../../src/store/postgres/database/connection.ts";
import { connectionTo } from "../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { delivery } from "../../contracts/store/samples.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

describe.skipIf(noPostgres)("admission to PostgreSQL", () => {
  async function opened(around: (write: () => Promise<unknown>) => Promise<void>): Promise<Connection> {
    const pool = openPool(await newIndex(), { max: 4, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    await migrate(pool);
    const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
    return {
      ...connection,
      writeWithHooks: async <T, First>(
        hooks: TransactionHooks<First>,
        work: (queries: Transaction, first: First) => Promise<T>,
      ): Promise<T> => {
        const made: T[] = [];
        await around(async () => made.push(await connection.writeWithHooks(hooks, work)));
        const [result] = made;
        if (result === undefined) throw new Error("The write was left out.");
        return result;
      },
    };
  }

  test("deliveries that come while two groups are being stored share the next one", async () => {
    const gates: (() => void)[] = [];
    const held = new Promise<void>((resolve) => gates.push(resolve));
    let underWay = 0;
    const seen: number[] = [];
    const admissions = new Admissions(
      await opened(async (write) => {
        underWay += 1;
        seen.push(underWay);
        await held;
        await write();
        underWay -= 1;
      }),
    );
    const groupsBegun = (count: number) => expect.poll(() => seen.length).toBe(count);
    const first = admissions.admit(delivery("1"));
    await groupsBegun(1);
    const second = admissions.admit(delivery("2"));
    await groupsBegun(2);
    const rest = Array.from({ length: 100 }, (_, at) => admissions.admit(delivery(`rest ${at}`)));
    for (const open of gates) open();
    expect(new Set(await Promise.all([first, second, ...rest]))).toEqual(new Set(["new"]));
    expect(Math.max(...seen)).toBe(2);
    // How many of a hundred payloads are compressed in time for the third group is the machine's business.
    expect(seen.length).toBeLessThan(50);
  });

  test("a delivery that PostgreSQL refuses does not keep out those of its group", async () => {
    const admissions = new Admissions(await opened(async (write) => void (await write())));
    const group = [delivery("good"), delivery("bad", { installationId: Number.NaN }), delivery("better")].map(
      (each) => admissions.admit(each),
    );
    const outcomes = await Promise.allSettled(group);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await admissions.admit(delivery("good"))).toBe("duplicate");
    expect(await admissions.admit(delivery("bad"))).toBe("new");
  });

  const lost = (): Error => Object.assign(new Error("standing still"), { code: "25P03" });

  test("a connection that is lost once keeps out nobody, whether what it wrote was kept or not", async () => {
    let writes = 0;
    const admissions = new Admissions(
      await opened(async (write) => {
        writes += 1;
        // The first was kept, the second was not.
        if (writes !== 2) await write();
        if (writes <= 2) throw lost();
      }),
    );
    expect(await admissions.admit(delivery("kept"))).toBe("new");
    expect(writes).toBe(3);
    expect(await admissions.admit(delivery("kept"))).toBe("duplicate");
  });

  test("while PostgreSQL is away each delivery is refused after some seconds, and what comes then is kept", async () => {
    let isLost = true;
    let writes = 0;
    const admissions = new Admissions(
      await opened(async (write) => {
        writes += 1;
        if (isLost) throw lost();
        await write();
      }),
    );
    const begun = performance.now();
    await expect(admissions.admit(delivery("away"))).rejects.toThrow("standing still");
    expect(performance.now() - begun).toBeGreaterThan(4_900);
    expect(writes).toBeLessThan(30);
    isLost = false;
    expect(await admissions.admit(delivery("away"))).toBe("new");
  }, 20_000);

  test("what waits behind a write that does not end is refused in time, and not kept in memory", async () => {
    let writes = 0;
    const gate = Promise.withResolvers<void>();
    const admissions = new Admissions(
      await opened(async (write) => {
        writes += 1;
        await gate.promise;
        await write();
      }),
    );
    const begun = performance.now();
    const refused: Promise<void>[] = [];
    for (const guid of ["first", "second", "third", "fourth"]) {
      refused.push(expect(admissions.admit(delivery(guid))).rejects.toThrow("in time"));
      await expect.poll(() => writes).toBe(Math.min(refused.length, 2));
    }
    await Promise.all(refused);
    expect(performance.now() - begun).toBeLessThan(10_000);
    gate.resolve();
    expect(await admissions.admit(delivery("third"))).toBe("new");
    expect(await admissions.admit(delivery("first"))).toBe("duplicate");
    expect(writes).toBe(4);
  }, 20_000);

  test("A08 of two deliveries of one body that come at once, one is a suspected replay", async () => {
    const admissions = new Admissions(await opened(async (write) => void (await write())));
    const group = ["a", "b"].map((guid) => admissions.admit(delivery(guid, { bodyHash: "same" })));
    expect((await Promise.all(group)).toSorted()).toEqual(["new", "suspected replay"]);
  });

  test("a plan from when the table was empty does not read all deliveries", async () => {
    const pool = openPool(await newIndex(), { max: 1, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    await migrate(pool);
    const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
    await new Admissions(connection).admit(delivery("first"));
    const { rows: prepared } = await pool.query(
      "SELECT name, cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE statement LIKE '%INSERT INTO delivery%'",
    );
    const [{ name, count }] = prepared;
    await pool.query("SET plan_cache_mode = force_generic_plan");
    const { rows } = await pool.query(
      `EXPLAIN EXECUTE "${name}" (${Array.from({ length: count }, () => "NULL").join(", ")})`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(
      /Index (Only )?Scan using delivery_by_body.*\n\s*Index Cond: \(body_hash = a\.body_hash\)/,
    );
    expect(plan).not.toMatch(/Seq Scan on delivery|Bitmap Index Scan on delivery_by_body/);
  });
});

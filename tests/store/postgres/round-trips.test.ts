/** A turn of a reconcile pass asks PostgreSQL as seldom as it can: each wait costs more than what is asked. */
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import { Changes } from "../../../src/store/postgres/database/changes.ts";
import {
  type Connection,
  connectionTo,
  type Queries,
} from "../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { PostgresIndex } from "../../../src/store/postgres/issue-index.ts";
import { RepositoryCache } from "../../../src/store/postgres/repository-cache.ts";
import { servesEverything } from "../../../src/store/postgres/served-scope.ts";
import { IssueTable } from "../../../src/store/postgres/tables/issues/issue-table.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { demo, issue, links } from "../../support/issues.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";

/** How often something was asked after an answer, which is how many round trips it took. */
interface Trips {
  count: number;
  isAnswered: boolean;
}

function counting<Q extends Queries>(queries: Q, trips: Trips): Q {
  const ask = (): void => {
    if (trips.isAnswered) trips.count += 1;
    trips.isAnswered = false;
  };
  return new Proxy(queries, {
    get: (target, name, receiver) => {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return (...values: unknown[]): unknown => {
        ask();
        const answer: unknown = Reflect.apply(method, target, values);
        if (answer instanceof Promise)
          void answer.then(
            () => {
              trips.isAnswered = true;
            },
            () => {},
          );
        return answer;
      };
    },
  });
}

async function opened(trips: Trips): Promise<PostgresIndex> {
  const pool = openPool(await newIndex(), { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  await migrate(pool);
  const plain = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  const connection: Connection = {
    ...plain,
    snapshot: (work) => plain.snapshot((queries) => work(counting(queries, trips))),
    writeWithHooks: ({ first, last }, work) =>
      plain.writeWithHooks({ first: (queries) => first(counting(queries, trips)), last }, (queries, found) =>
        work(counting(queries, trips), found),
      ),
  };
  const cache = await RepositoryCache.load(plain, servesEverything);
  return new PostgresIndex(connection, new Changes(connection), new IssueTable(), cache, servesEverything);
}

describe.skipIf(noPostgres)("a turn on PostgreSQL", () => {
  test("loads what is around issues in one round trip, and is committed in two", async () => {
    const trips: Trips = { count: 0, isAnswered: true };
    const index = await opened(trips);
    const counted = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
      Object.assign(trips, { count: 0, isAnswered: true });
      return [await work(), trips.count];
    };
    const waits = { blockedBy: links(issue(1)) };
    const records = [recordOf(issue(1)), recordOf(issue(2, waits))];
    await index.commit({ ...nothingSettled, repositories: [demo], records });
    const [around, loading] = await counted(() => index.around(["I_1"]));
    expect([around.records.size, loading]).toEqual([2, 1]);
    const changed = recordOf(issue(2, { ...waits, title: "Another title" }));
    const commit = { ...nothingSettled, records: [changed], decided: ["I_2"] };
    const [, committing] = await counted(() => index.commit(commit));
    expect(committing).toBe(2);
  });
});

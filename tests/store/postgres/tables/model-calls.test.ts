/** Calls of a model by several workers. */
import { describe, expect, test } from "vitest";
import { countModelCall } from "../../../../src/store/postgres/tables/model-calls.ts";
import { twoProcesses } from "../../../server/requests/shared-database.ts";
import { noPostgres } from "../../../support/postgres.ts";

describe.skipIf(noPostgres)("calls of a model on PostgreSQL", () => {
  test("of two processes that call at once are never more than the limit", async () => {
    const { web, worker } = await twoProcesses();
    const calls = Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? web : worker).connection.write((queries) => countModelCall(queries, 15, at * 1_000)),
    );
    expect((await Promise.all(calls)).filter((isCounted) => isCounted)).toHaveLength(15);
  });
});

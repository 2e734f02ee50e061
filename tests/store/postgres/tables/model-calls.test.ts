/** Calls of a model by several workers. */
import { describe, expect, test } from "vitest";
import { runOp } from "../../../../src/store/postgres/database/run-op.ts";
import { sql } from "../../../../src/store/sql/op.ts";
import { countModelCall } from "../../../../src/store/sql/tables/model-calls.ts";

const inTurn = sql("LOCK TABLE model_call IN SHARE ROW EXCLUSIVE MODE");

import { twoProcesses } from "../../../server/requests/shared-database.ts";
import { noPostgres } from "../../../support/postgres.ts";

describe.skipIf(noPostgres)("calls of a model on PostgreSQL", () => {
  test("of two processes that call at once are never more than the limit", async () => {
    const { web, worker } = await twoProcesses();
    const calls = Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? web : worker).connection.write((queries) =>
        runOp(queries, countModelCall(15, at * 1_000, inTurn)),
      ),
    );
    expect((await Promise.all(calls)).filter((isCounted) => isCounted)).toHaveLength(15);
  });
});

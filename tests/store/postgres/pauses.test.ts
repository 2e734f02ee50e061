import { describe, expect, test } from "vitest";
import { nothingPaused } from "../../../src/dispatcher/schedule/pauses.ts";
import { granted } from "../../../src/server/maintenance/pause-file.ts";
import { PostgresPauses } from "../../../src/store/postgres/pauses.ts";
import { twoProcesses } from "../../server/requests/shared-database.ts";
import { noPostgres } from "../../support/postgres.ts";

const repository = { id: "R_1", name: "acme/demo" };

describe.skipIf(noPostgres)("pauses on PostgreSQL", () => {
  test("what one process changes another reads, whatever is paused", async () => {
    const { web, worker } = await twoProcesses();
    const pauses = new PostgresPauses(web.connection);
    const elsewhere = new PostgresPauses(worker.connection);
    expect(await elsewhere.read()).toEqual(nothingPaused);
    await pauses.change((before) => granted(before, { type: "pause", reason: "moving" }, 1_000));
    await pauses.change((before) => granted(before, { type: "pause", repository }, 2_000));
    await pauses.change((before) => granted(before, { type: "pause", claims: true }, 3_000));
    expect(await elsewhere.read()).toEqual({
      everything: { reason: "moving", since: 1_000 },
      repositories: new Map([["R_1", { name: "acme/demo", reason: undefined, since: 2_000 }]]),
      claims: { everything: { reason: undefined, since: 3_000 }, repositories: new Map() },
    });
    await elsewhere.change((before) => granted(before, { type: "resume" }, 4_000));
    await elsewhere.change((before) => granted(before, { type: "resume", repository }, 4_000));
    expect(await pauses.read()).toEqual(nothingPaused);
  });

  test("of many changes at once none is lost", async () => {
    const { web, worker } = await twoProcesses();
    const both = [new PostgresPauses(web.connection), new PostgresPauses(worker.connection)];
    const changes = Array.from({ length: 20 }, (_, at) =>
      both[at % 2]?.change((before) =>
        granted(before, { type: "pause", repository: { id: `R_${at}`, name: "a/b" } }, at),
      ),
    );
    await Promise.all(changes);
    expect((await both[0]?.read())?.repositories.size).toBe(20);
  });
});

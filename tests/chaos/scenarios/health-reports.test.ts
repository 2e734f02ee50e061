/** What `/health` of a web process says while something is wrong, and how soon. */
import { describe, expect, test } from "vitest";
import { noPostgres } from "../../support/postgres.ts";
import type { Player } from "../stage.ts";
import { eventually, isShort, opened, taskAtRest } from "./opened.ts";

const [toldWithinMs, answersWithinMs] = [15_000, 5_000];

/** What it says, as text. It has to answer whatever is wrong. */
async function said({ url }: Player): Promise<string> {
  return (await fetch(`${url()}/health`, { signal: AbortSignal.timeout(answersWithinMs) })).text();
}

describe.skipIf(isShort || noPostgres)("a web process tells within 15 s", () => {
  test("that PostgreSQL is away, that it cannot be reached, and that no worker runs", {
    timeout: 300_000,
  }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    await taskAtRest(stage, "acme/demo");
    const [web] = stage.members("web");
    if (web === undefined) throw new Error("There is no web process.");
    const tells = (what: RegExp): Promise<void> =>
      eventually(async () => expect(await said(web)).toMatch(what), toldWithinMs);
    const isWell = /"status":"ready".*"degraded":\[\]/;
    await eventually(async () => expect(await said(web)).toMatch(isWell));

    stage.cluster.server().kill("SIGKILL");
    await tells(/PostgreSQL unavailable/);
    await stage.cluster.start();
    await eventually(async () => expect(await said(web)).toMatch(isWell));

    web.postgres.cut();
    await tells(/PostgreSQL unavailable/);
    web.postgres.mend();
    await eventually(async () => expect(await said(web)).toMatch(isWell));

    for (const worker of stage.members("worker")) worker.signal("SIGKILL");
    await tells(/no worker runs/);
  });
});

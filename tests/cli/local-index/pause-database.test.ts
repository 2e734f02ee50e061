/** `pause` and `resume` with `DATABASE_URL` where no web process runs: what the processes of the database read. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { pausePathIn } from "../../../src/server/maintenance/pause-file.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { PostgresPauses } from "../../../src/store/postgres/pauses.ts";
import { PostgresProcesses } from "../../../src/store/postgres/processes.ts";
import { processAt } from "../../server/requests/shared-database.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";
import { signalbox } from "../terminal.ts";

const repository = statement(
  "INSERT INTO repository (id, owner, name, installation_id, is_private, is_archived) VALUES (:id, 'acme', :name, :installation, 0, 0)",
);

async function databaseOf(): Promise<{ readonly home: string; readonly url: string }> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-pause-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const url = await newIndex();
  const { connection } = processAt(url);
  for (const [id, name, installation] of [
    ["R_1", "demo", 7],
    ["R_2", "web", 8],
  ] as const)
    await connection.write((queries) => queries.run(repository, { id, name, installation }));
  return { home, url };
}

describe.skipIf(noPostgres)("a pause in the database", () => {
  test("is stored in its rows and not in the data folder, and read from there", async () => {
    const { home, url } = await databaseOf();
    const run = (...argv: readonly string[]) => signalbox([...argv, "--home", home], { DATABASE_URL: url });
    const paused = await run("pause", "--reason", "moving");
    expect(paused.out).toMatch(
      /^Paused everything: .* No server is running: this takes effect on its next start\.\n$/,
    );
    await run("pause", "--repo", "acme/demo");
    await run("pause", "--claims");
    const rows = new PostgresPauses(processAt(url).connection);
    expect(await rows.read()).toMatchObject({
      everything: { reason: "moving" },
      repositories: new Map([["R_1", expect.objectContaining({ name: "acme/demo" })]]),
      claims: { everything: { reason: undefined } },
    });
    expect(existsSync(pausePathIn(home))).toBe(false);
    expect((await run("resume")).out).toBe(
      "Resumed everything. No server is running: this takes effect on its next start.\nStill paused: acme/demo.\n",
    );
    expect((await run("resume")).out).toBe("Not paused: everything.\nStill paused: acme/demo.\n");
    const { out } = await run("resume", "--repo", "acme/demo", "--json");
    expect(JSON.parse(out)).toEqual({ isRunning: false, repositories: [] });
  });

  test("needs no data folder", async () => {
    const { home, url } = await databaseOf();
    const { code } = await signalbox(["pause", "--home", join(home, "none")], { DATABASE_URL: url });
    expect(code).toBe(0);
  });

  test("is carried out by the workers that run, and says which have not confirmed it", async () => {
    const { home, url } = await databaseOf();
    const { connection, requests } = processAt(url);
    await new PostgresProcesses(connection).saveHeartbeat({ id: "w", role: "worker", release: "1" }, "{}");
    const ending = new AbortController();
    const answers = new Map([
      [7, { type: "done", value: {} }],
      [8, { type: "failed", why: "Its worker is about to stop." }],
    ]);
    const working = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        for (const [installationId, answer] of answers) {
          const owner = { installationId, token: 1 };
          for (const { id } of await requests.take(owner, 10))
            await requests.answer(owner, id, JSON.stringify(answer));
        }
        await systemClock.sleep(50, ending.signal);
      }
    };
    const served = working();
    const one = await signalbox(["pause", "--repo", "acme/demo", "--home", home], { DATABASE_URL: url });
    expect(one.out).toBe(
      "Paused acme/demo: nothing is written to GitHub until `signalbox resume --repo acme/demo`.\n",
    );
    const all = await signalbox(["pause", "--home", home, "--json"], { DATABASE_URL: url });
    expect(JSON.parse(all.out)).toMatchObject({
      isRunning: true,
      why: expect.stringContaining("Installation 8: Its worker is about to stop."),
    });
    ending.abort();
    await served;
  }, 30_000);
});

/**
 * What a kill in the middle of SQLite's own work leaves: a file that the next start can read, with everything
 * that was acknowledged.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { steps } from "../../../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { leaveEarlierIndex, whatIsKept } from "../../earlier-index.ts";
import { newHome, openTestStore } from "../../homes.ts";

const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const migratedFrom = (version: number) => {
  const home = newHome();
  leaveEarlierIndex(home, version);
  openTestStore(home).close();
  return whatIsKept(home);
};

/** The migration's steps in which a server is killed: all of them by `npm run long`. */
const deadly =
  process.env.SIGNALBOX_EVERY_STEP === undefined
    ? [2, Math.ceil(steps.length / 2), steps.length]
    : steps.map((_, at) => at + 1).slice(1);

test("B12 AG30 a server killed in the middle of a migration leaves the index unchanged, and the next start migrates all of it", () => {
  const home = newHome();
  leaveEarlierIndex(home);
  const expected = migratedFrom(1);
  for (const version of deadly) {
    const killed = spawnSync(process.execPath, [program("dying-migration.ts"), home, String(version)]);
    expect([killed.signal, killed.stdout.toString()]).toEqual(["SIGKILL", ""]);
    expect(whatIsKept(home)).toMatchObject({
      version: { user_version: version - 1 },
      health: { integrity_check: "ok" },
    });
  }
  openTestStore(home).close();
  expect(whatIsKept(home)).toEqual(expected);
}, 120_000);

test("M03 an index of any earlier schema migrates to the same result as one of the first, with every table of a new index", () => {
  const expected = migratedFrom(1);
  for (const [version] of steps.entries()) if (version > 0) expect(migratedFrom(version)).toEqual(expected);
  const home = newHome();
  openTestStore(home).close();
  const { kept: _, ...fresh } = whatIsKept(home);
  expect(expected).toMatchObject(fresh);
});

/**
 * Runs it on `home` until it begins its `nth` checkpoint, and kills it `afterMs` later. @returns the
 * acknowledged lines
 */
async function killedInCheckpoint(home: string, life: number, afterMs: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program("checkpointer.ts"), home, String(life)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const promised: string[] = [];
  for await (const said of createInterface(child.stdout)) {
    if (said === "checkpoint" && promised.length >= 8) setTimeout(() => child.kill("SIGKILL"), afterMs);
    if (said !== "checkpoint") promised.push(said);
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return promised;
}

test("B12 AG30 a server killed in the middle of a checkpoint loses no acknowledged row and opens again", async () => {
  const home = newHome();
  const promised: string[] = [];
  for (const [life, afterMs] of [0, 1, 2, 4].entries()) {
    promised.push(...(await killedInCheckpoint(home, life, afterMs)));
    openTestStore(home).close();
    const database = openForReading(databaseIn(home));
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const kept = database.prepare("SELECT what FROM ledger ORDER BY id").all();
    expect(kept.map(({ what }) => what)).toEqual(expect.arrayContaining(promised));
    database.close();
  }
  expect(promised.length).toBeGreaterThan(30);
});

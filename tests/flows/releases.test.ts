/**
 * Tests a data directory under another release: an earlier one's index is migrated, a newer one's is left
 * alone.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { steps } from "../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { leaveEarlierIndex } from "../store/earlier-index.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { numberOf, playStory, shortStory } from "../support/story.ts";

let bus: TestBus | undefined;
afterEach(async () => {
  await bus?.stop();
  bus = undefined;
});

const earlier = [1, Math.ceil(steps.length / 2), steps.length - 1];

test.each(earlier)(
  "M03 an index of schema %i is migrated by the start: no stored data is lost, and the work continues",
  async (version) => {
    bus = await startBus({ startsServer: false });
    leaveEarlierIndex(bus.home, version);
    const before = bus.ledger().map(({ at, what }) => `${at} ${what}`);
    expect(before.length).toBeGreaterThan(40);
    await bus.startServer();
    const cast = await playStory(shortStory, bus.as, bus.settled);
    expect((await bus.as("maria").see(numberOf(cast, "login"))).labels).toEqual([
      "kind:task",
      "status:ready",
    ]);
    const after = bus.ledger().map(({ at, what }) => `${at} ${what}`);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length);
    expect(await bus.server().health()).toMatchObject({
      status: "ready",
      deliveries: { pending: 0, dead: 0 },
    });
  },
);

const program = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));
const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

test("M03 an index of a newer release is refused by the older one, which says what to do and changes nothing", async () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-newer-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  leaveEarlierIndex(home, steps.length);
  const database = new DatabaseSync(databaseIn(home));
  database.exec(`ALTER TABLE issue ADD COLUMN later TEXT; PRAGMA user_version = ${steps.length + 1}`);
  database.close();
  const before = digestOf(databaseIn(home));
  for (const words of [["start"], ["ready"], ["rebuild"]]) {
    const env = { PATH: process.env.PATH, PORT: "0", HUB_PORT: "0", SIGNALBOX_HOME: home };
    const child = spawn(process.execPath, [program, ...words], { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    expect([await once(child, "close"), words]).toEqual([[1, null], words]);
    expect(said).toContain(`was written by a newer release of signalbox (schema ${steps.length + 1}`);
    expect(said).not.toContain("    at ");
    expect(digestOf(databaseIn(home))).toBe(before);
  }
});

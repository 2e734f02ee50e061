/** Unusable data folders: one line says which folder and what would work, never a stack. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import type { Environment } from "../../src/server/composition/environment.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import { signalbox } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-unusable-"));
const file = join(folder, "file");
const damaged = join(folder, "damaged");
beforeAll(() => {
  writeFileSync(file, "");
  mkdirSync(join(damaged, "hub"), { recursive: true });
  for (const name of ["signalbox.db", "hub/hub.sqlite"])
    writeFileSync(join(damaged, name), "no database ".repeat(1000));
});
afterAll(() => rmSync(folder, { recursive: true }));

const { privateKey } = makeKeyPair();
/** An App for GitHub, so that no hub is opened before the index. */
const app: Environment = {
  APP_ID: "1",
  PRIVATE_KEY: privateKey,
  WEBHOOK_SECRET: "s".repeat(32),
  GHE_HOST: "127.0.0.1:9",
  GHE_PROTOCOL: "http",
};

describe("a data folder that cannot be made", () => {
  test.each([
    ["a file", file],
    ["below a file", join(file, "home")],
    ["below a device", "/dev/null/home"],
    // Node's own recursive mkdir never ends here.
    ["below /proc", "/proc/signalbox/home"],
  ])("%s as the data folder is refused in one line", async (_case, home) => {
    for (const env of [{}, app]) {
      const { code, out, err } = await signalbox(["start"], { ...env, SIGNALBOX_HOME: home, PORT: "0" });
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(
        /^The data folder \S+ cannot be created or written \(.+\)\. Choose another with --home or SIGNALBOX_HOME\.\n$/,
      );
      expect(err).toContain(home);
    }
  });
});

describe("a damaged database", () => {
  test.each([
    [["ready"], {}],
    [["show", "1"], {}],
    [["start"], app],
    [["rebuild"], app],
  ])("the command %j names a damaged index and says how to rebuild it", async (argv, env) => {
    const ran = await signalbox(argv, { ...env, SIGNALBOX_HOME: damaged, PORT: "0", LOG_LEVEL: "silent" });
    expect(ran).toEqual({
      code: 1,
      out: "",
      err: `The index ${join(damaged, "signalbox.db")} is damaged. Move it and signalbox.db-wal elsewhere, and start the server: the index is rebuilt from GitHub.\n`,
    });
  });

  test("doctor names an index that only SQLite's check of the whole file finds damaged", async () => {
    const home = mkdtempSync(join(folder, "page-"));
    openStore(home).close();
    const path = join(home, "signalbox.db");
    const database = new DatabaseSync(path);
    // A page that no query of doctor's reads.
    database.exec("CREATE TABLE filler (bytes TEXT NOT NULL)");
    database.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO filler SELECT printf('%0100d', i) FROM n",
    );
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const { pages } =
      database.prepare("SELECT max(pageno) AS pages FROM dbstat WHERE name = 'filler'").get() ?? {};
    database.close();
    const bytes = readFileSync(path);
    const size = bytes.readUInt16BE(16);
    bytes.fill(0xff, (Number(pages) - 1) * size + 8, (Number(pages) - 1) * size + 200);
    writeFileSync(path, bytes);
    const ran = await signalbox(["doctor"], { ...app, SIGNALBOX_HOME: home, PORT: "0" });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/index: The index \S+ is damaged/);
    expect(ran.out).toContain("the index is rebuilt from GitHub");
  });

  test("a damaged database of the hub is named as the hub's", async () => {
    const { code, err } = await signalbox(["hub"], { SIGNALBOX_HOME: damaged, HUB_PORT: "0" });
    expect(code).toBe(1);
    expect(err).toContain(`The hub's data in ${join(damaged, "hub")} is damaged.`);
  });
});

describe("something else in the data folder than belongs there", () => {
  test.each([
    ["a file named journal", "journal", "file", "is in the way: a folder has to be there."],
    ["a folder named signalbox.db", "signalbox.db", "folder", "cannot be opened or written."],
    ["a folder named signalbox.db.lock", "signalbox.db.lock", "folder", "cannot be opened."],
    ["a folder named pauses.json", "pauses.json", "folder", "is damaged, so signalbox cannot tell"],
    ["a folder named server.json", "server.json", "folder", "cannot be created or written"],
    ["a damaged lock", "signalbox.db.lock", "text", "is damaged. Delete it"],
  ])("%s ends the start with a sentence that names it, and no stack", async (_, name, kind, sentence) => {
    const home = mkdtempSync(join(folder, "in-the-way-"));
    const path = join(home, name);
    if (kind === "folder") mkdirSync(path);
    else writeFileSync(path, kind === "text" ? "no database ".repeat(1000) : "");
    const env = { ...app, SIGNALBOX_HOME: home, PORT: "0", LOG_LEVEL: "silent" };
    const { code, out, err } = await signalbox(["start"], env);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(sentence);
    expect(err).toContain(home);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("a file named hub is in the way of the stand-in, which says so", async () => {
    const home = mkdtempSync(join(folder, "hub-in-the-way-"));
    writeFileSync(join(home, "hub"), "");
    const { code, err } = await signalbox(["start"], { SIGNALBOX_HOME: home, PORT: "0", HUB_PORT: "0" });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(join(home, "hub")) });
    expect(err).not.toMatch(/\n\s+at /);
  });
});

test("a damaged file with the hub's address is named", async () => {
  const home = join(folder, "whereabouts");
  mkdirSync(home);
  writeFileSync(join(home, "hub.json"), "{");
  const { code, err } = await signalbox(["env", "--as", "alice", "--home", home]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("hub.json is damaged") });
});

test("a rebuild in an unused folder says that nothing ever ran there and leaves nothing", async () => {
  const home = join(folder, "never");
  const { code, out, err } = await signalbox(["rebuild", "--home", home]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(`There is no index at ${join(home, "signalbox.db")}`);
  expect(existsSync(home)).toBe(false);
});

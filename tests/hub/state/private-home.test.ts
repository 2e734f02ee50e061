/** Tests the file permissions of the hub's database, which holds everyone's tokens. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hubDatabaseIn, openHome } from "../../../src/hub/home.ts";

test("N10 the hub's database is accessible to its owner only, whatever the permissions of its directory and of an older file", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hub-private-"));
  const path = hubDatabaseIn(folder);
  openHome(folder);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(path);
  for (const file of [path, `${path}-wal`]) writeFileSync(file, "", { mode: 0o644 });
  openHome(folder);
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

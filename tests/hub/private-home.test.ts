/** Everybody's tokens are in the hub's database. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseIn, openHome } from "../../src/hub/home.ts";

test("N10 the hub's database is its owner's alone, whatever the folder and whatever it was before", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hub-private-"));
  const path = databaseIn(folder);
  openHome(folder);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(path);
  for (const file of [path, `${path}-wal`]) writeFileSync(file, "", { mode: 0o644 });
  openHome(folder);
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

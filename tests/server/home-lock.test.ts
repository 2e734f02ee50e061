/** One process a data folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { lockHome } from "../../src/server/home-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a second holder of a data folder is refused until the first gives it back", () => {
  const release = lockHome(join(folder, "new"), "server");
  expect(() => lockHome(join(folder, "new"), "server")).toThrow(UserError);
  const hub = lockHome(join(folder, "new"), "hub");
  release();
  hub();
  lockHome(join(folder, "new"), "server")();
});

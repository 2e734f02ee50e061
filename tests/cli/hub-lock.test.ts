/** One hub a data folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { lockHub } from "../../src/cli/hub-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a second hub in a data folder is refused until the first has ended", () => {
  const home = join(folder, "new");
  const release = lockHub(home);
  expect(() => lockHub(home)).toThrow(UserError);
  release();
  lockHub(home)();
});

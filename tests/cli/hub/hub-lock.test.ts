/** Only one hub can use a data folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { lockHub } from "../../../src/cli/hub/hub-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a second hub in a data folder is refused until the first has ended", () => {
  const home = join(folder, "new");
  const release = lockHub(home);
  expect(() => lockHub(home)).toThrow(UserError);
  release();
  lockHub(home)();
});

test("a damaged lock file is named, with advice", () => {
  const home = join(folder, "damaged");
  mkdirSync(home);
  writeFileSync(join(home, "hub.lock"), "no database ".repeat(1000));
  expect(() => lockHub(home)).toThrow(
    new UserError(`The lock ${join(home, "hub.lock")} is damaged. Delete it: it contains no data.`),
  );
});

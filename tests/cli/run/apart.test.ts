/** A program does not work where the data folder is, by whatever path either is named; and `run` says what it cannot keep from it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireApart } from "../../../src/cli/run/run-access.ts";
import { shedSecrets } from "../../../src/cli/run/shed-secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-apart-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a data folder inside of the checkout is noticed behind a link, and one beside it is none", () => {
  const checkout = join(folder, "checkout");
  mkdirSync(join(checkout, "data"), { recursive: true });
  mkdirSync(join(folder, "data"));
  symlinkSync(join(checkout, "data"), join(folder, "link"));
  symlinkSync(checkout, join(folder, "other-name"));
  for (const [home, work] of [
    [join(folder, "link"), checkout],
    [join(checkout, "data"), join(folder, "other-name")],
    [checkout, join(folder, "other-name")],
  ] as const)
    expect(() => requireApart(home, work)).toThrow("has the server's secrets");
  expect(() => requireApart(join(folder, "data"), checkout)).not.toThrow();
  expect(() => requireApart(join(folder, "not-there"), checkout)).not.toThrow();
});

test("a process that cannot be replaced says what the program can read from it", () => {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) };
  const shedIn = (env: NodeJS.ProcessEnv) =>
    shedSecrets({ ...process, env, argv: ["node", "main", "run"], execve: undefined, stderr } as never);
  shedIn({ PATH: "/usr/bin", SIGNALBOX_HOME: join(folder, "data") });
  expect(said.join("")).toContain("the program can read from it");
});

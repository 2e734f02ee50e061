/** Which command lines may read what others wrote. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { requireReader } from "../../src/programs/reader-program.ts";
import { readAnswerer } from "../../src/server/composition/answerer-environment.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-reader-"));
afterAll(() => rmSync(folder, { recursive: true }));
const checkout = join(folder, "checkout");
mkdirSync(checkout);
writeFileSync(join(checkout, "reader"), "");
symlinkSync(join(checkout, "reader"), join(folder, "linked"));

const claude = ["/usr/local/bin/claude", "-p", "--tools", "", "--strict-mcp-config"] as const;

test.each([
  [["/usr/local/bin/my-reader"]],
  [["/usr/bin/env", "-i", "/usr/local/bin/my-reader"]],
  [claude],
  [[...claude, "--model", "opus"]],
] as const)("%j is a reader", (argv) => {
  expect(() => requireReader({ argv: [...argv] }, checkout)).not.toThrow();
});

test.each([
  [["claude", "-p"], "absolute path"],
  [["./reader"], "absolute path"],
  [[join(checkout, "reader")], "where others may change it"],
  [[join(folder, "linked")], "where others may change it"],
  [["/usr/bin/env", join(checkout, "reader")], "where others may change it"],
  [["/usr/local/bin/claude", "-p"], "without tools"],
  [["/usr/local/bin/claude", "-p", "--tools", ""], "without MCP servers"],
  [["/usr/local/bin/claude", "-p", "--tools", "Read", "--strict-mcp-config"], "without tools"],
  [[...claude, "--mcp-config", "/etc/mcp.json"], "without MCP servers"],
  [[...claude, "--allowedTools", "Bash"], "without tools"],
  [[...claude, "--dangerously-skip-permissions"], "without tools"],
  [["/usr/local/bin/codex", "exec"], "cannot be started without tools"],
  [["/usr/local/bin/opencode", "run"], "cannot be started without tools"],
] as const)("%j is none", ([program, ...words], why) => {
  expect(() => requireReader({ argv: [program, ...words] }, checkout)).toThrow(why);
});

test("the server does not start with a reader that is none, or with a key that is its own", () => {
  const read = (more: Readonly<Record<string, string>>) => () =>
    readAnswerer({ SIGNALBOX_ANSWERER_COMMAND: JSON.stringify(claude), ...more }, systemClock, checkout);
  expect(read({})()).toMatchObject({ name: "command claude" });
  expect(read({ SIGNALBOX_ANSWERER_KEY: "ANTHROPIC_API_KEY=sk-ant-1" })()).toBeDefined();
  expect(read({ SIGNALBOX_ANSWERER_COMMAND: '["claude", "-p"]' })).toThrow("absolute path");
  for (const key of ["sk-ant-1", "PRIVATE_KEY=x", "PATH=/tmp", "NODE_OPTIONS=--require=x"])
    expect(read({ SIGNALBOX_ANSWERER_KEY: key })).toThrow("SIGNALBOX_ANSWERER_KEY must be");
});

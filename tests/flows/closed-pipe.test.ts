/** A reader that closes the pipe, such as `head -1`: the command ends without a word. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

const launcher = join(import.meta.dirname, "..", "..", "src/cli/signalbox.mjs");
let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
  for (const title of ["One", "Two", "日本語"]) await openTask(bus.as("alice"), { title });
  await bus.settled();
}, 60_000);
afterAll(() => bus.stop());

async function through(line: string): Promise<{ readonly out: string; readonly err: string }> {
  const child = spawn("bash", ["-c", `set -o pipefail; ${line}; echo "$?"`], {
    env: {
      PATH: process.env.PATH,
      SIGNALBOX_HOME: bus.home,
      NODE: process.execPath,
      BOX: launcher,
      ...databaseVariables(bus.home),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err };
}

test.each(["ready | head -1", "list --json | head -1", "export | head -1", "--help | head -1"])(
  "IF35 signalbox %s",
  async (words) => {
    const { out, err } = await through(`"$NODE" "$BOX" ${words}`);
    expect(err).not.toMatch(/EPIPE|at .*\.ts|Internal error/);
    expect(out).toMatch(/^.+\n0\n$/s);
  },
);

test("IF35 nobody reads at all, and it is no error", async () => {
  const { out, err } = await through(`"$NODE" "$BOX" list | true`);
  expect(err).not.toMatch(/EPIPE|Internal error/);
  expect(out).toBe("0\n");
});

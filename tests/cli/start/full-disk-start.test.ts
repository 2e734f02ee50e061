/** A start whose data folder is on a full disk, as a process of its own: one sentence, and never a stack. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeKeyPair } from "../../../src/hub/auth/secrets.ts";

const program = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");
const disk = mkdtempSync(join(tmpdir(), "signalbox-small-disk-"));
afterAll(() => rmSync(disk, { recursive: true, force: true }));

const app = {
  APP_ID: "1",
  PRIVATE_KEY: makeKeyPair().privateKey,
  WEBHOOK_SECRET: "s".repeat(32),
  GHE_HOST: "127.0.0.1:9",
  GHE_PROTOCOL: "http",
};

/** Runs a shell's words where `disk` is a disk of 1 MiB, which nobody else sees and which ends with them. */
function onSmallDisk(words: string, env: NodeJS.ProcessEnv = {}) {
  const mounted = `mount -t tmpfs -o size=1m tmpfs "$DISK" && ${words}`;
  return spawnSync("unshare", ["--mount", "sh", "-c", mounted], {
    encoding: "utf8",
    timeout: 60_000,
    env: { PATH: process.env.PATH, DISK: disk, SIGNALBOX_HOME: disk, PORT: "0", HUB_PORT: "0", ...env },
  });
}

const noDisk =
  onSmallDisk("true").status === 0 ? undefined : "only root on Linux may mount a small disk of its own";

describe.skipIf(noDisk !== undefined)(noDisk ?? "a small disk", () => {
  test.each([
    ["an App", 0, app],
    ["an App", 16, app],
    ["an App", 100, app],
    ["an App", 400, app],
    ["the stand-in", 0, {}],
    ["the stand-in", 16, {}],
    ["the stand-in", 100, {}],
    ["the stand-in", 400, {}],
  ])(
    "N10 a start with %s and %i KiB left on the disk ends with a sentence",
    (_, left, env) => {
      const fill = `head -c ${1024 * (1024 - left)} /dev/zero > "$DISK/full"`;
      const start = `exec "${process.execPath}" "${program}" start`;
      const { status, stdout, stderr } = onSmallDisk(`${fill}; ${start}`, { ...env, LOG_LEVEL: "silent" });
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toContain(disk);
      expect(stderr).toMatch(/^The disk of the data folder .+ is full\. Free up space and start again/);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    },
    60_000,
  );
});

/** Tests starting and stopping: obstacles at the start, pending requests, and files left behind. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHub } from "../../src/hub/hub.ts";
import { startCheckedHub } from "../support/checked-hub.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-life-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a taken port is an error that leaves nothing open", async () => {
  const first = await startCheckedHub({ home: join(folder, "first"), port: 0 });
  const home = join(folder, "second");
  await expect(startHub({ home, port: first.port })).rejects.toThrow("EADDRINUSE");
  const second = await startCheckedHub({ home, port: 0 });
  // Only an orderly stop folds the write-ahead log into the file.
  await second.close();
  expect(readdirSync(home)).toEqual(["git", "hub.sqlite"]);
  await first.close();
});

test("a file at the socket's path is not removed", async () => {
  const socketPath = join(folder, "notes.txt");
  writeFileSync(socketPath, "Mine");
  await expect(startHub({ home: ":memory:", port: 0, socketPath })).rejects.toThrow("EADDRINUSE");
  expect(existsSync(socketPath)).toBe(true);
});

test("the directory with keys and tokens is accessible to its owner only", async () => {
  const home = join(folder, "kept");
  await (await startCheckedHub({ home, port: 0 })).close();
  expect(statSync(home).mode & 0o077).toBe(0);
});

test("closing does not wait for slowed or hanging requests", async () => {
  const hub = await startCheckedHub({ home: ":memory:", port: 0 });
  hub.faults.add({ on: "request", match: { path: "^/meta$" }, effect: { kind: "slow", ms: 3_600_000 } });
  hub.faults.add({ on: "request", match: { path: "^/user$" }, effect: { kind: "hang" } });
  const asked = ["/meta", "/user"].map((path) => fetch(hub.url + path));
  await expect.poll(() => hub.faults.list().map(({ struck }) => struck)).toEqual([1, 1]);
  await hub.close();
  for (const outcome of await Promise.allSettled(asked)) expect(outcome.status).toBe("rejected");
});

/** Tests which process is still the one that was recorded. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { ownProcess, type ProcessIdentity, presenceOf } from "../../src/programs/process-identity.ts";
import { readProcess } from "../../src/programs/process-table.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** @returns what it prints first */
async function start(script: string): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  const [line] = await once(child.stdout ?? child, "data");
  return { child, line: String(line).trim() };
}

const identityOf = (pid: number): ProcessIdentity => ({
  ...ownProcess(),
  pid,
  processStart: readProcess(pid)?.start ?? null,
});

test("a process runs until it has ended", async () => {
  const { child, line } = await start("echo $$; exec sleep 600");
  const identity = identityOf(Number(line));
  expect(identity.processStart).not.toBeNull();
  expect(presenceOf(identity)).toBe("running");
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(presenceOf(identity)).toBe("gone");
});

test("one that has ended is gone, although its parent has not noticed, as in a container without init", async () => {
  const { line } = await start("sleep 600 & echo $!; exec sleep 600");
  const identity = identityOf(Number(line));
  expect(presenceOf(identity)).toBe("running");
  process.kill(Number(line), "SIGKILL");
  await expect.poll(() => presenceOf(identity)).toBe("gone");
  expect(process.kill(Number(line), 0)).toBe(true);
});

test("what ps says of a start is the same in every time zone and language", () => {
  const before = { TZ: process.env.TZ, LC_ALL: process.env.LC_ALL };
  try {
    process.env.TZ = "Asia/Tokyo";
    process.env.LC_ALL = "de_DE.UTF-8";
    const there = readProcess(process.ppid, false);
    process.env.TZ = "America/Lima";
    delete process.env.LC_ALL;
    expect(readProcess(process.ppid, false)).toEqual(there);
    expect(there).toMatchObject({
      hasEnded: false,
      start: expect.stringMatching(/^\w{3} \w{3} +\d+ [\d:]+ \d{4}$/),
    });
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
  expect(readProcess(2 ** 30, false)).toBeUndefined();
});

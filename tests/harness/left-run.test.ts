/** Tests which runs were killed, and who goes on with one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endLeftRun, leftRuns, takeLeftRun } from "../../src/harness/records/left-run.ts";
import { openRunFolder, readRecord, runToContinue } from "../../src/harness/records/run-folder.ts";
import { isRunning } from "../../src/harness/records/run-process.ts";
import type { RunRecord } from "../../src/harness/records/run-record.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "signalbox-left-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** No process has this number: Linux counts up to 4,194,304. */
const nobody = 2 ** 30;
const id = (last: number): string => `01JDB3Z5M7Q8R9S000000000${String(last).padStart(2, "0")}`;

function write(last: number, more: Partial<RunRecord> = {}): RunRecord {
  const record: RunRecord = {
    v: 1,
    id: id(last),
    session: id(last),
    agent: "ada",
    issue: "acme/demo#1",
    token: 7,
    harness: "plain",
    command: ["work"],
    folder: "/work",
    pid: nobody,
    startedAt: new Date().toISOString(),
    endedAt: null,
    exit: null,
    ok: null,
    text: "",
    resumeId: null,
    usage: null,
    denials: [],
    outputBytes: 0,
    tail: "",
    outcome: null,
    isHeld: true,
    because: null,
    ...more,
  };
  openRunFolder(home, record.id, []).writeRecord(record);
  return record;
}

const left = (): readonly string[] => leftRuns(home, "ada").map((record) => record.id);

test("a run was killed if it has no end and its process is gone; of each task the newest one counts", () => {
  write(1);
  write(2, { endedAt: new Date().toISOString() });
  write(3, { issue: "acme/demo#2" });
  write(4, { issue: "acme/demo#3", pid: process.pid });
  write(5, { issue: "acme/demo#4", agent: "bea" });
  write(6, { issue: "acme/demo#5" });
  expect(left()).toEqual([id(6), id(3)]);
});

test("a process of before the machine's start is gone, whoever has its number", () => {
  expect(isRunning({ pid: process.pid, startedAt: new Date().toISOString() })).toBe(true);
  expect(isRunning({ pid: process.pid, startedAt: "2001-01-01T00:00:00.000Z" })).toBe(false);
  expect(isRunning({ pid: nobody, startedAt: new Date().toISOString() })).toBe(false);
});

test("one process goes on with it; if that is killed, too, the next one does", () => {
  const record = write(1);
  expect([takeLeftRun(home, record), takeLeftRun(home, record)]).toEqual([true, true]);
  mkdirSync(join(home, "runs", record.id), { recursive: true });
  writeFileSync(join(home, "runs", record.id, "taken"), String(process.ppid));
  expect(takeLeftRun(home, record)).toBe(false);
  writeFileSync(join(home, "runs", record.id, "taken"), String(nobody));
  expect(takeLeftRun(home, record)).toBe(true);
});

test("its session is continued as long as the agent holds the task, and not while it runs", () => {
  const record = write(1);
  expect(runToContinue(home, "ada", record.issue)?.session).toBe(record.session);
  write(1, { pid: process.pid });
  expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  endLeftRun(home, record, false);
  expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  expect(readRecord(home, record.id)).toMatchObject({ isHeld: false, because: "its run was killed" });
  expect(left()).toEqual([]);
});

/** Tests which runs were killed, and who goes on with one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropLeftRun, endLeftRun, leftRuns, takeLeftRun } from "../../src/harness/records/left-run.ts";
import { openRunFolder, readRecord, runToContinue } from "../../src/harness/records/run-folder.ts";
import type { RunRecord } from "../../src/harness/records/run-record.ts";
import { ownProcess, type ProcessIdentity } from "../../src/programs/process-identity.ts";
import { readProcess } from "../../src/programs/process-table.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "signalbox-left-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** No process has this number: Linux counts up to 4,194,304. */
const nobody = 2 ** 30;
/** Of a process that runs, and is not this one. */
const running: ProcessIdentity = {
  ...ownProcess(),
  pid: process.ppid,
  processStart: readProcess(process.ppid)?.start ?? null,
};
const gone: ProcessIdentity = { ...running, pid: nobody };
const elsewhere: ProcessIdentity = { ...gone, machine: "another" };
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
    ...gone,
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
  write(4, { issue: "acme/demo#3", ...running });
  write(5, { issue: "acme/demo#4", agent: "bea" });
  write(6, { issue: "acme/demo#5" });
  expect(left()).toEqual([id(6), id(3)]);
});

test("no clock decides whether a run still runs", () => {
  const record = write(1, running);
  try {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 365 * 86_400_000 });
    expect(left()).toEqual([]);
    expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test("of a run on another machine or in another container nothing is left here, whoever has its number here", () => {
  for (const more of [
    elsewhere,
    { ...running, machine: "another" },
    { ...ownProcess(), machine: "another" },
  ]) {
    const record = write(1, more);
    expect(left()).toEqual([]);
    expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  }
});

test("a run was killed if another process has its number, as this one may: it began at another time", () => {
  const { issue } = write(1, { ...ownProcess(), processStart: "1" });
  expect(left()).toEqual([id(1)]);
  write(1, { ...ownProcess(), processStart: null });
  expect(left()).toEqual([id(1)]);
  write(1, ownProcess());
  expect(left()).toEqual([]);
  write(1, { ...running, processStart: "1" });
  expect(left()).toEqual([id(1)]);
  expect(runToContinue(home, "ada", issue)?.id).toBe(id(1));
  write(1, { ...running, processStart: null });
  expect(left()).toEqual([]);
});

const takenBy = (count: number, taker: ProcessIdentity | string): void =>
  writeFileSync(join(home, "runs", id(1), `taken.${count}`), JSON.stringify(taker));

test("one process goes on with it; if that is killed, too, the next one does", () => {
  const record = write(1);
  expect([takeLeftRun(home, record), takeLeftRun(home, record)]).toEqual([true, true]);
  for (const taker of [running, elsewhere, "", { ...running, processStart: null }]) {
    takenBy(0, taker);
    expect(takeLeftRun(home, record)).toBe(false);
  }
  takenBy(0, gone);
  takenBy(1, running);
  expect(takeLeftRun(home, record)).toBe(false);
  takenBy(1, { ...running, processStart: "1" });
  expect([takeLeftRun(home, record), takeLeftRun(home, record)]).toEqual([true, true]);
});

test("what a process took and does not go on with is left to others", () => {
  const record = write(1);
  takenBy(0, gone);
  takeLeftRun(home, record);
  dropLeftRun(home, record);
  takenBy(1, running);
  dropLeftRun(home, record);
  expect(takeLeftRun(home, record)).toBe(false);
});

test("its session is continued as long as the agent holds the task, and not while it runs", () => {
  const record = write(1);
  expect(runToContinue(home, "ada", record.issue)?.session).toBe(record.session);
  write(1, running);
  expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  endLeftRun(home, record, false);
  expect(runToContinue(home, "ada", record.issue)).toBeUndefined();
  expect(readRecord(home, record.id)).toMatchObject({ isHeld: false, because: "its run was killed" });
  expect(left()).toEqual([]);
});

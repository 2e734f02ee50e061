/**
 * Reads of the two ends of an edge at different moments, with a write of ours in between. A task's last read
 * does not cover its blockers: an edge has no version, and a read from before it was made shows none.
 */
import { afterEach, describe, expect, test } from "vitest";
import type { Tracker } from "../../src/dispatcher/ports/tracker.ts";
import type { Writer } from "../../src/dispatcher/ports/writer.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { answer, demo, question, start, task } from "../support/issues.ts";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";
import { MemoryGitHub } from "../support/memory-github.ts";
import { memoryStore } from "../support/memory-store.ts";

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

let clock: ManualClock;
let github: MemoryGitHub;
let desk: PassContext;
let gates: readonly Gate[] = [];
/** Status labels given to the task. */
let given: string[];

afterEach(() => {
  for (const { open } of gates) open();
  return desk.stop();
});

/** Opens task 12, already indexed, with nothing left to do. */
async function openWith(tracker: (github: Tracker) => Tracker, writer: (github: Writer) => Writer) {
  clock = manualClock(start + 1_000_000);
  github = new MemoryGitHub(clock, [demo]);
  given = [];
  github.duringWrite = ({ issueId, effect }) => {
    if (issueId === "I_12" && effect.type === "SetLabels" && given.at(-1) !== effect.add.join())
      given.push(effect.add.join());
  };
  const ports = { tracker: tracker(github.tracker), writer: writer(github.writer) };
  desk = await openDesk({ before: { clock, github, store: memoryStore() }, ports });
  github.put(task(12));
  await desk.deliver(["I_12"]);
  await desk.settled();
  given = [];
}

async function nothingDue(): Promise<boolean> {
  const due = desk.store.refreshes().filter(({ dueAt }) => dueAt <= clock.peek());
  return due.length + (await desk.store.inbox.counts()).pending === 0;
}

async function answered(): Promise<void> {
  const at = github.second();
  github.put(answer(51, "#40", { createdAt: at, updatedAt: at }));
  await desk.deliver(["I_51"]);
  await desk.settled();
}

/** Blocked, then ready, and one unblock notice. */
function expectFreedOnce(): void {
  const keys = github.issues.get("I_12")?.own.map(({ key }) => key);
  expect({ keys: keys?.toSorted(), given }).toEqual({
    keys: [expect.stringMatching(/^wake:I_40@/)],
    given: ["status:blocked", "status:ready"],
  });
}

describe("a task whose edge is made while it is read", () => {
  test("B16 E11 a task whose edge is made between its own read and that of its question stays blocked and is announced once", async () => {
    const mayWrite = gate();
    const written = gate();
    const mayTell = gate();
    gates = [mayWrite, mayTell];
    let isEdgeAsked = false;
    await openWith(
      (tracker) => ({
        ...tracker,
        readIssues: async (installation, requests) => {
          const facts = await tracker.readIssues(installation, requests);
          const readsTask = facts.some((fact) => fact.type === "IssueSeen" && fact.issue.id === "I_12");
          if (!isEdgeAsked || !readsTask) return facts;
          mayWrite.open();
          await written.passed;
          return facts;
        },
      }),
      (writer) => ({
        ...writer,
        write: async (installation, effects) => {
          const makesEdge = effects.some(({ effect }) => effect.type === "AddBlockedBy");
          isEdgeAsked ||= makesEdge;
          if (makesEdge) await mayWrite.passed;
          const results = await writer.write(installation, effects);
          if (makesEdge) written.open();
          if (makesEdge) await mayTell.passed;
          return results;
        },
      }),
    );
    github.put(question(40, "#12"));
    await desk.deliver(["I_40"]);
    await expect.poll(() => isEdgeAsked, { interval: 1 }).toBe(true);
    github.change("I_12", { title: "Another title" });
    await desk.deliver(["I_12"]);
    await expect.poll(nothingDue, { interval: 1 }).toBe(true);
    mayTell.open();
    await desk.settled();
    await answered();
    expectFreedOnce();
  });
});

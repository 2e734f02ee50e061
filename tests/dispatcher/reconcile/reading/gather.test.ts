import { afterEach, expect, test } from "vitest";
import type { Tracker } from "../../../../src/dispatcher/ports/tracker.ts";
import { openDesk, type PassContext } from "../../../support/dispatch-desk.ts";
import { bob, demo, question, start, task } from "../../../support/issues.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { MemoryGitHub } from "../../../support/memory-github.ts";
import { memoryStore } from "../../../support/memory-store.ts";

let desk: PassContext;
afterEach(() => desk.stop());

/** More tasks than are read together with their question. */
const tasks = Array.from({ length: 12 }, (_, i) => 100 + i);
const turnsOfALookup = 50;

test("the role of the user who answers is looked up while the tasks that wait are read, not after", async () => {
  const clock = manualClock(start + 1_000_000);
  const github = new MemoryGitHub(clock, [demo]);
  const readIssues: Tracker["readIssues"] = async (installation, requests) => {
    const facts = await github.tracker.readIssues(installation, requests);
    const isOfTasks = facts.some((fact) => fact.type === "IssueSeen" && tasks.includes(fact.issue.number));
    if (isOfTasks) {
      for (let turn = 0; turn < turnsOfALookup; turn++) await Promise.resolve();
      knownAfterReads.push(github.askedFor.has(bob.id));
    }
    return facts;
  };
  const knownAfterReads: boolean[] = [];
  const ports = { tracker: { ...github.tracker, readIssues } };
  desk = await openDesk({ before: { clock, github, store: memoryStore() }, ports });
  for (const number of tasks) github.put(task(number));
  github.put(question(40, tasks.map((number) => `#${number}`).join(", ")));
  await desk.deliver(["I_40", ...tasks.map((number) => `I_${number}`)]);
  await desk.settled();
  knownAfterReads.length = 0;
  const createdAt = github.second();
  const comments = [{ id: "IC_a", author: bob, text: "/answer SQLite.", createdAt }];
  github.change("I_40", { comments, updatedAt: createdAt });
  await desk.deliver(["I_40"]);
  await desk.settled();
  expect(knownAfterReads[0]).toBe(true);
  expect(github.issues.get("I_100")?.labels).toContain("status:ready");
});

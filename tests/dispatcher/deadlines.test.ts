/** Deadlines outlive the process that set them. */
import { afterEach, expect, test } from "vitest";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { question, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const urgency = () => desk.github.issues.get("I_40")?.labels.filter((label) => label.startsWith("urgency:"));

/** The setting of earlier versions. */
const raising = { commit: "c", file: { type: "text", text: "deadlines: {raise: 30m}" } } as const;

test("S3.40 a question is raised when its time comes, even if the process was restarted meanwhile", async () => {
  desk = await openDesk();
  desk.github.settings.set("R_demo", raising);
  await desk.deliver([], { event: "push" });
  const body =
    "### Blocking task\n\n#12\n\n### Category\n\ntooling\n\n### Urgency\n\nnice-to-have\n\n### Context\n\nx\n";
  const createdAt = desk.github.second();
  desk.github.put(task(12));
  desk.github.put(question(40, "#12", { body, createdAt, updatedAt: createdAt }));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  expect(urgency()).toEqual(["urgency:nice-to-have"]);
  await desk.later(31 * 60_000);
  expect(urgency()).toEqual(["urgency:important"]);
  await desk.stop();
  desk = await openDesk({ before: desk });
  await desk.later(31 * 60_000);
  expect(urgency()).toEqual(["urgency:blocking"]);
});

test("B15 a clock that jumps an hour ahead raises and escalates nothing, and nothing is lost once it is right again", async () => {
  desk = await openDesk();
  desk.github.settings.set("R_demo", raising);
  await desk.deliver([], { event: "push" });
  const createdAt = desk.github.second();
  const urgent = question(40, "#12", { createdAt, updatedAt: createdAt });
  const body = urgent.body.replace("### Urgency\n\nblocking", "### Urgency\n\nimportant");
  desk.github.put(task(12));
  desk.github.put({ ...urgent, body });
  desk.github.put(question(41, "#12", { createdAt, updatedAt: createdAt }));
  await desk.deliver(["I_12", "I_40", "I_41"]);
  await desk.settled();
  const calm = desk.github.writes.length;
  desk.github.aheadMs = 60 * 60_000;
  await desk.later(60 * 60_000);
  expect(desk.github.writes).toHaveLength(calm);
  await desk.later(31 * 60_000);
  expect(urgency()).toEqual(["urgency:blocking"]);
  const opened = desk.github.writes.filter(({ effect }) => effect.type === "OpenIssue");
  expect(opened.map(({ issueId }) => issueId)).toEqual(["I_41"]);
});

test("B15 a clock that jumps an hour back causes no negative delays, and deadlines work once it has caught up", async () => {
  desk = await openDesk();
  desk.github.settings.set("R_demo", raising);
  await desk.deliver([], { event: "push" });
  const createdAt = desk.github.second() + 60 * 60_000;
  desk.github.put(task(12));
  desk.github.put(question(40, "#12", { createdAt, updatedAt: createdAt }));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  const waits = desk.store.refreshes().map(({ dueAt }) => dueAt - desk.clock.peek());
  expect(Math.min(...waits)).toBeGreaterThan(0);
  expect(desk.github.writes.filter(({ effect }) => effect.type === "OpenIssue")).toEqual([]);
  await desk.later(91 * 60_000);
  expect(desk.github.writes.filter(({ effect }) => effect.type === "OpenIssue")).toHaveLength(1);
});

/** Deadlines outlive the process that set them. */
import { afterEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/dispatch-desk.ts";
import { question, task } from "../support/issues.ts";

let desk: Desk;
afterEach(() => desk.stop());

const urgency = () => desk.github.issues.get("I_40")?.labels.filter((label) => label.startsWith("urgency:"));

test("S3.40 a question is raised when its time has come, also by a process that started meanwhile", async () => {
  desk = await openDesk();
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

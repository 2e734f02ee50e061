import { afterEach, describe, expect, test } from "vitest";
import type { Failure } from "../../src/dispatcher/ports/failure.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { alice, duplicate, open, question, task, us } from "../support/issues.ts";
import { recordIn } from "../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());
const lost: Failure = { type: "unknown", message: "The answer was lost." };
const hour = 3_600_000;
const opened = () => desk.github.writes.filter(({ effect }) => effect.type === "OpenIssue").length;
const escalations = () => [...desk.github.issues.values()].filter((issue) => issue.opened !== undefined);

async function beforeTheDeadline(): Promise<void> {
  const { render } = loadTexts();
  desk = await openDesk({ ports: { render } });
  desk.github.put(task(12));
  desk.github.put(question(40, "#12"));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
}

describe("opening an issue", () => {
  test("an issue is opened once, indexed at once, and equal after a rebuild", async () => {
    await beforeTheDeadline();
    await desk.later(hour);
    expect(escalations()).toMatchObject([{ number: 41, issueState: open }]);
    expect((await recordIn(desk.store.index, "I_41"))?.reading.kind).toBe("escalation");
    expect(desk.github.issues.get("I_40")?.labels).toContain("escalated");
    expect((await desk.dispatch.rebuild()).differences).toEqual([]);
    await desk.later(hour);
    expect(opened()).toBe(1);
  });

  test("the role of our own bot, which is not a collaborator, is never looked up", async () => {
    await beforeTheDeadline();
    await desk.later(hour);
    expect(escalations()).toHaveLength(1);
    expect(desk.github.askedFor).toContain(alice.id);
    expect(desk.github.askedFor).not.toContain(us.id);
  });

  test("B10 an issue whose create response was lost is found and not opened twice", async () => {
    await beforeTheDeadline();
    desk.github.writeFaults.push({ on: "OpenIssue", applied: true, failure: lost });
    await desk.later(hour);
    await desk.later(60_000);
    expect(opened()).toBe(1);
    expect((await recordIn(desk.store.index, "I_40"))?.persisted.opened).toMatchObject([
      { id: "I_41", number: 41 },
    ]);
    expect(desk.store.effects.size).toBe(0);
  });

  test("B10 an issue whose create request was lost before it arrived is opened again", async () => {
    await beforeTheDeadline();
    desk.github.writeFaults.push({ on: "OpenIssue", applied: false, failure: lost });
    await desk.later(hour);
    await desk.later(60_000);
    expect(escalations()).toHaveLength(1);
  });

  test("C11 a duplicate that becomes visible later is closed as a duplicate, and the ledger records it", async () => {
    await beforeTheDeadline();
    desk.github.invisible.add("I_41");
    desk.github.writeFaults.push({ on: "OpenIssue", applied: true, failure: lost });
    await desk.later(hour);
    await desk.later(60_000);
    expect(escalations()).toHaveLength(2);
    desk.github.invisible.clear();
    await desk.deliver(["I_41"]);
    await desk.settled();
    expect(escalations().map(({ issueState }) => issueState)).toEqual([duplicate, open]);
    expect(desk.store.ledger).toContainEqual(
      expect.objectContaining({ kind: "duplicate-repaired", rule: "close-twins", issueId: "I_41" }),
    );
  });

  test("an issue that a user deleted after it was opened is not opened again", async () => {
    await beforeTheDeadline();
    await desk.later(hour);
    desk.github.issues.delete("I_41");
    await desk.deliver(["I_40", "I_41"]);
    await desk.later(hour);
    expect(opened()).toBe(1);
  });
});

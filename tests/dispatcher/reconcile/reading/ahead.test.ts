/** Which issues share a request with those that were asked for. */
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { numbersNamedIn, targetsAhead } from "../../../../src/dispatcher/reconcile/reading/ahead.ts";
import type { NodeId } from "../../../../src/engine/model/fact.ts";
import { emptySnapshot } from "../../../../src/engine/model/snapshot.ts";
import { openDesk, type PassContext } from "../../../support/dispatch-desk.ts";
import { open, question, task } from "../../../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

async function deliver(...about: Parameters<PassContext["deliver"]>[0]): Promise<void> {
  await desk.deliver(about);
  await desk.settled();
}

/** The issues of each request after the first `from`. */
function requests(from: number): readonly (readonly NodeId[])[] {
  return desk.github.reads
    .slice(from)
    .map((each) => each.map(({ target }) => ("id" in target ? target.id : `#${target.number}`)));
}

async function taskAsked(questions: readonly number[]): Promise<number> {
  desk = await openDesk();
  desk.github.put(task(12));
  await deliver("I_12");
  for (const number of questions) desk.github.put(question(number, "#12"));
  for (const number of questions) await deliver(`I_${number}`);
  return desk.github.reads.length;
}

/** What a payload says of question 40. */
const opened = (body: string) => ({
  target: { id: "I_40" },
  because: "issues.opened",
  text: { number: 40, body },
});

describe("the first request of a pass", () => {
  test("a known question and the task that it names come in one request", async () => {
    const before = await taskAsked([40]);
    desk.github.change("I_40", { issueState: open, title: "Q: Another one?" });
    await deliver("I_40");
    expect(requests(before)).toEqual([["I_40", "I_12"]]);
  });

  test("a new question and the task that its payload names come in one request", async () => {
    const before = await taskAsked([]);
    desk.github.put(question(40, "#12"));
    await deliver(opened("#12"));
    expect(requests(before)).toEqual([["I_40", "I_12"]]);
  });

  test("a name that leads nowhere does no harm", async () => {
    const before = await taskAsked([]);
    desk.github.put(question(40, "#12"));
    await deliver(opened("#12, #99"));
    expect(requests(before)).toEqual([["I_40", "I_12", "#99"]]);
    expect(desk.github.issues.get("I_12")?.labels).toContain("status:blocked");
  });

  test("an issue is asked for once a request", async () => {
    const before = await taskAsked([40, 41]);
    desk.github.change("I_40", { title: "Q: Another one?" });
    desk.github.change("I_12", { title: "Another task" });
    await deliver(opened("#12"), "I_12");
    for (const ids of requests(before)) expect(new Set(ids).size).toBe(ids.length);
  });

  test("a task of fifty questions is not read with all of them", async () => {
    await taskAsked(Array.from({ length: 50 }, (_, n) => 100 + n));
    // Reads again what we wrote meanwhile.
    await desk.later(3_000);
    await deliver("I_12");
    const before = desk.github.reads.length;
    await deliver("I_12");
    expect(requests(before)).toEqual([["I_12"]]);
  });

  test("what a list shows comes in the same request as what was asked for", async () => {
    await taskAsked([40]);
    await desk.later(61_000);
    await deliver("I_12");
    desk.github.put(task(13, { createdAt: desk.clock.now(), updatedAt: desk.clock.now() }));
    desk.github.change("I_12", { title: "Another task" });
    await desk.later(61_000);
    const before = desk.github.reads.length;
    await deliver("I_12");
    expect(requests(before)[0]).toEqual(expect.arrayContaining(["I_12", "I_13"]));
  });

  test("names come from the beginning of a text, at most ten, in its own repository", () => {
    const named = (body: string) => numbersNamedIn({ number: 40, body });
    expect(named("As #3 says, not acme/api#4 or #40.")).toEqual([3]);
    fc.assert(fc.property(fc.string(), (body) => named(body).length <= 10));
    expect(named(Array.from({ length: 50 }, (_, n) => `#${n + 100}`).join(" "))).toHaveLength(10);
  });

  test("texts are not parsed in a flood, nor if nothing is read", async () => {
    const text = {
      number: 40,
      get body(): string {
        throw new Error("It was parsed.");
      },
    };
    const index = { around: async () => emptySnapshot, idsOf: async () => new Map() };
    const flood = Array.from({ length: 21 }, (_, n) => ({ id: `I_${n}` }));
    expect(await targetsAhead(index, "R_demo", flood, [text])).toEqual([]);
    expect(await targetsAhead(index, "R_demo", [], [text])).toEqual([]);
    await expect(targetsAhead(index, "R_demo", [{ id: "I_40" }], [text])).rejects.toThrow("parsed");
  });
});

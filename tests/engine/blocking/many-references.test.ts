/** Lists of references that are too long are processed whole or not at all. */
import { describe, expect, it } from "vitest";
import {
  added,
  bob,
  closed,
  completed,
  decided,
  effectsOn,
  links,
  question,
  start,
  task,
} from "../../support/issues.ts";

const names = (count: number, from: number): string =>
  Array.from({ length: count }, (_, n) => `#${from + n}`).join(", ");
const done = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => closed(task(from + n), completed, start + 60_000));

describe("a task's own list of blockers", () => {
  it("N08 E06 a list of blockers that was cut blocks the task, although everything that was read is completed", () => {
    const waiting = task(1, { blockedByText: names(201, 100) });
    const decision = decided([waiting, ...done(200, 100), task(300)]);
    expect(added(decision, 1)).toEqual(["needs-fix", "status:blocked"]);
    expect(effectsOn(decision, 1).get("status")).toMatchObject({
      text: expect.stringContaining("`#300` is the first one too many"),
    });
    expect([...effectsOn(decision, 1).keys()].filter((slot) => slot.startsWith("edge"))).toEqual([]);
  });

  it("N08 a list of two hundred blockers is read whole", () => {
    const blockers = done(200, 100);
    const waiting = task(1, { blockedByText: names(200, 100), blockedBy: links(...blockers) });
    expect(added(decided([waiting, ...blockers]), 1)).toEqual(["status:ready"]);
  });
});

describe("a question", () => {
  const tasks = Array.from({ length: 51 }, (_, n) => task(100 + n));

  it("N08 E06 a question with more targets than GitHub allows creates no dependency, and its author is told which is left out", () => {
    const decision = decided([...tasks, question(40, names(51, 100), { author: bob })]);
    const effects = effectsOn(decision, 40);
    expect([...effects.keys()].filter((slot) => slot.startsWith("edge"))).toEqual([]);
    expect(effects.get("status")).toMatchObject({
      text: expect.stringContaining(
        "lists more than 50 issues, and GitHub lets one issue block no more: `#150` is the first one too many",
      ),
    });
    expect(added(decision, 40)).toContain("needs-fix");
  });

  it("N08 a question with as many targets as GitHub allows creates a dependency for each", () => {
    const decision = decided([...tasks, question(40, names(50, 100), { author: bob })]);
    const edges = [...effectsOn(decision, 40).keys()].filter((slot) => slot.startsWith("edge"));
    expect(edges).toHaveLength(50);
  });
});

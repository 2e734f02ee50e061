import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependencyCycles } from "../../../src/engine/messages/graph.ts";
import type { PlannedEffect } from "../../../src/engine/model/effect.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { decided, links, task } from "../../support/issues.ts";
import { ownMs } from "../../support/own-time.ts";

describe("dependency cycles", () => {
  it("E04 cycles of two and of three issues and an issue that waits for itself are found", () => {
    const waits = new Map([
      ["a", ["b"]],
      ["b", ["a"]],
      ["c", ["d"]],
      ["d", ["e"]],
      ["e", ["c", "a"]],
      ["f", ["f"]],
      ["g", ["a"]],
    ]);
    expect(dependencyCycles(waits)).toEqual(expect.arrayContaining([["a", "b"], ["c", "d", "e"], ["f"]]));
    expect(dependencyCycles(waits)).toHaveLength(3);
  });

  it("E13 a chain of 100,000 issues is searched without overflowing the stack", () => {
    const waits = new Map(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, [`n${i + 1}`]] as const));
    expect(dependencyCycles(waits)).toEqual([]);
  });

  it("E13 10,000 issues in chains of 1,000 are decided about within seconds, whichever of them waits", () => {
    const chain = 1_000;
    const tasks: IssueSeen[] = [];
    for (let number = 1; number <= 10_000; number++) {
      const before = number % chain === 1 ? undefined : tasks.at(-1);
      tasks.push(task(number, before === undefined ? {} : { blockedBy: links(before) }));
    }
    const effects: PlannedEffect[] = [];
    expect(ownMs(() => effects.push(...decided(tasks).effects))).toBeLessThan(10_000);
    const ready = effects.flatMap(({ issueId, effect }) =>
      effect.type === "SetLabels" && effect.add.includes("status:ready") ? issueId : [],
    );
    expect(ready).toEqual(Array.from({ length: 10 }, (_, i) => `I_${i * chain + 1}`));
  });

  it("the cycle that closes a chain of 10,000 is found", () => {
    const size = 10_000;
    const waits = new Map(Array.from({ length: size }, (_, i) => [`n${i}`, [`n${(i + 1) % size}`]] as const));
    expect(dependencyCycles(waits).map((ring) => ring.length)).toEqual([size]);
  });

  it("exactly the issues that can reach themselves are members of cycles", () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(edges, (pairs) => {
        const waits = new Map<string, string[]>();
        for (const [from, to] of pairs) waits.set(`${from}`, [...(waits.get(`${from}`) ?? []), `${to}`]);
        const inRing = new Set(dependencyCycles(waits).flat());
        for (const node of waits.keys()) expect(inRing.has(node)).toBe(reaches(waits, node, node));
      }),
    );
  });
});

function reaches(waits: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const queue = [...(waits.get(from) ?? [])];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node === to) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    queue.push(...(waits.get(node) ?? []));
  }
  return false;
}

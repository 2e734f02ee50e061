import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rings } from "../../src/engine/graph.ts";

describe("rings", () => {
  it("E04 finds a ring of two, a ring of three and an issue that waits for itself", () => {
    const waits = new Map([
      ["a", ["b"]],
      ["b", ["a"]],
      ["c", ["d"]],
      ["d", ["e"]],
      ["e", ["c", "a"]],
      ["f", ["f"]],
      ["g", ["a"]],
    ]);
    expect(rings(waits)).toEqual(expect.arrayContaining([["a", "b"], ["c", "d", "e"], ["f"]]));
    expect(rings(waits)).toHaveLength(3);
  });

  it("E13 walks a chain of 100,000 issues without overflowing the stack", () => {
    const waits = new Map(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, [`n${i + 1}`]] as const));
    expect(rings(waits)).toEqual([]);
  });

  it("finds the ring that closes a chain of 10,000", () => {
    const size = 10_000;
    const waits = new Map(Array.from({ length: size }, (_, i) => [`n${i}`, [`n${(i + 1) % size}`]] as const));
    expect(rings(waits).map((ring) => ring.length)).toEqual([size]);
  });

  it("names exactly the issues that can reach themselves", () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(edges, (pairs) => {
        const waits = new Map<string, string[]>();
        for (const [from, to] of pairs) waits.set(`${from}`, [...(waits.get(`${from}`) ?? []), `${to}`]);
        const inRing = new Set(rings(waits).flat());
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

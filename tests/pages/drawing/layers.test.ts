import { expect, test } from "vitest";
import { arrange } from "../../../src/pages/drawing/arrange.ts";
import { type Arrow, layersOf } from "../../../src/pages/drawing/layers.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const arrowsIn = (written: string): readonly Arrow[] =>
  written.split(" ").map((pair) => {
    const [from = 0, to = 0] = pair.split(">").map(Number);
    return { from, to };
  });

test.each([
  ["a chain", 3, "0>1 1>2", [0, 1, 2]],
  ["the longest way counts", 4, "0>1 1>2 0>2 2>3", [0, 1, 2, 3]],
  ["a node with none before it stands next to what it leads to", 4, "0>1 1>2 3>2", [0, 1, 2, 1]],
  ["a circle is cut where it closes", 3, "0>1 1>2 2>0", [0, 1, 2]],
  ["an arrow from a node to itself does not count", 2, "0>0 0>1", [0, 1]],
])("layers: %s", (_, count, arrows, layers) => {
  expect(layersOf(count, arrowsIn(arrows))).toEqual(layers);
});

test("two nodes of a column are at least a row apart, and every row is on the drawing, whatever the graph", () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = seededRandom(seed);
    const count = 1 + random(60);
    const arrows = Array.from({ length: random(120) }, () => ({ from: random(count), to: random(count) }));
    const { spots, columns, rows } = arrange(count, arrows);
    expect(spots.length).toBe(count);
    for (const [, found] of Map.groupBy(spots, ({ column }) => column)) {
      const sorted = found.map(({ row }) => row).toSorted((a, b) => a - b);
      for (const [place, row] of sorted.entries())
        if (place > 0) expect(row - (sorted[place - 1] ?? 0)).toBeGreaterThan(0.99);
    }
    expect(Math.max(...spots.map(({ column }) => column))).toBeLessThan(columns);
    expect(Math.max(...spots.map(({ row }) => row))).toBeLessThanOrEqual(rows);
    expect(Math.min(...spots.flatMap(({ column, row }) => [column, row]))).toBeGreaterThan(-0.01);
  }
});

test("what is not connected stands side by side, and an empty graph has no columns", () => {
  const { spots } = arrange(4, arrowsIn("0>1 2>3"));
  expect(spots.map(({ column }) => column)).toEqual([0, 1, 2, 3]);
  expect(arrange(0, [])).toEqual({ spots: [], columns: 0, rows: 0 });
});

import { expect, test } from "vitest";
import { cyclesIn } from "../../../src/operations/graph/cycles.ts";

/** `1>2` says that 1 waits for 2. */
const cyclesOf = (written: string): readonly string[] => {
  const pairs = written.split(" ").map((pair) => pair.split(">"));
  const ids = [...new Set(pairs.flat())].sort();
  const edges = pairs.map(([blocked = "", blocker = ""]) => ({ blocked, blocker }));
  return cyclesIn(ids, edges).map((cycle) => cycle.join(">"));
};

test.each([
  ["none, in a chain and a diamond", "1>2 2>4 1>3 3>4", []],
  ["one of two", "1>2 2>1", ["1>2"]],
  ["an issue that waits for itself", "1>1 1>2", ["1"]],
  ["the shortest one of a knot", "1>2 2>3 3>4 4>1 3>1", ["1>2>3"]],
  ["two that share nothing, in the order of their first issues", "5>6 6>5 1>2 2>3 3>1 3>5", ["1>2>3", "5>6"]],
  ["one behind a tail, without the tail", "1>2 2>3 3>2", ["2>3"]],
  ["through an edge to a finished part", "1>2 3>2 3>1 1>3", ["1>3"]],
])("cycles: %s", (_, edges, found) => {
  expect(cyclesOf(edges)).toEqual(found);
});

test("a chain of 20,000 issues that ends where it began does not exhaust the stack", () => {
  const ids = Array.from({ length: 20_000 }, (_, place) => `${place}`);
  const edges = ids.map((blocked, place) => ({ blocked, blocker: ids[(place + 1) % ids.length] ?? "" }));
  expect(cyclesIn(ids, edges).map(({ length }) => length)).toEqual([20_000]);
});

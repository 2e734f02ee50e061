import { expect, test } from "vitest";
import { createPlaces } from "../../src/jobs/places.ts";

function restingTenures(names: readonly string[]) {
  const places = createPlaces();
  const left: string[] = [];
  const rest = (name: string) => places.resting(() => left.push(name));
  return { places, left, rest, goOn: names.map(rest) };
}

test("those that have rested longest leave, as many as are needed", () => {
  const { places, left } = restingTenures(["a", "b", "c"]);
  expect(left).toEqual([]);
  places.need(2);
  expect(left).toEqual(["a", "b"]);
  places.need(0);
  places.need(1);
  expect(left).toEqual(["a", "b", "c"]);
});

test("one that begins to rest leaves at once if a place is still needed", () => {
  const { places, left, rest } = restingTenures([]);
  places.need(1);
  rest("a");
  rest("b");
  expect(left).toEqual(["a"]);
  places.need(0);
  rest("c");
  expect(left).toEqual(["a"]);
});

test("one with work again keeps its place", () => {
  const { places, left, goOn } = restingTenures(["a", "b"]);
  goOn[0]?.();
  places.need(2);
  expect(left).toEqual(["b"]);
});

import { expect, test } from "vitest";
import { IdleTenures } from "../../src/jobs/idle-tenures.ts";

function withIdle(names: readonly string[]) {
  const tenures = new IdleTenures();
  const ended: string[] = [];
  const add = (name: string) => tenures.add(() => ended.push(name));
  return { tenures, ended, add, removes: names.map(add) };
}

test("the tenures that have been idle longest end, as many as are evicted", () => {
  const { tenures, ended } = withIdle(["a", "b", "c"]);
  expect(ended).toEqual([]);
  tenures.evict(2);
  expect(ended).toEqual(["a", "b"]);
  tenures.evict(0);
  tenures.evict(1);
  expect(ended).toEqual(["a", "b", "c"]);
});

test("a tenure that becomes idle ends at once if one is still to be evicted", () => {
  const { tenures, ended, add } = withIdle([]);
  tenures.evict(1);
  add("a");
  add("b");
  expect(ended).toEqual(["a"]);
  tenures.evict(0);
  add("c");
  expect(ended).toEqual(["a"]);
});

test("a tenure that has work again is not evicted", () => {
  const { tenures, ended, removes } = withIdle(["a", "b"]);
  removes[0]?.();
  tenures.evict(2);
  expect(ended).toEqual(["b"]);
});

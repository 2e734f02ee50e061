/** The gate for work of several keys: its width, whose turn it is, and giving up. */
import { expect, test } from "vitest";
import { createFairGate } from "../../src/dispatcher/fair-gate.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const forever = new AbortController().signal;

/** Work that ends when it is told to; `begun` has its names in the order in which it was let in. */
function createWork(width: number) {
  const gate = createFairGate<string>(width);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (key: string, name: string, signal = forever) =>
      gate.run(
        key,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
      ),
    end: async (name: string) => {
      await settled();
      ends.get(name)?.();
      await settled();
    },
  };
}

test("no more runs at once than there is room for", async () => {
  const { begun, run, end } = createWork(2);
  for (const name of ["a1", "a2", "a3"]) void run("a", name);
  await end("none");
  expect(begun).toEqual(["a1", "a2"]);
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "a3"]);
});

test("a key with less work under way goes first, even before one that has waited longer", async () => {
  const { begun, run, end } = createWork(2);
  for (const name of ["a1", "a2", "a3", "a4"]) void run("a", name);
  for (const name of ["b1", "b2"]) void run("b", name);
  await end("a1");
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("keys with as much work under way take turns, also one that comes again and again", async () => {
  const { begun, run, end } = createWork(1);
  for (const name of ["a1", "a2"]) void run("a", name);
  void run("b", "b1");
  void run("c", "c1");
  await end("a1");
  await end("b1");
  void run("b", "b2");
  await end("c1");
  await end("a2");
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2"]);
});

test("work whose signal aborts while it waits is not run and takes no room", async () => {
  const { begun, run, end } = createWork(1);
  const over = new AbortController();
  void run("a", "a1");
  const given = run("b", "b1", over.signal);
  void run("c", "c1");
  over.abort();
  await given;
  await run("d", "d1", over.signal);
  await end("a1");
  expect(begun).toEqual(["a1", "c1"]);
});

test("work that fails makes room, and its error reaches the caller", async () => {
  const gate = createFairGate<string>(1);
  const failing = gate.run("a", () => Promise.reject(new Error("no")), forever);
  await expect(failing).rejects.toThrow("no");
  let ran = false;
  const note = async () => {
    ran = true;
  };
  await gate.run("b", note, forever);
  expect(ran).toBe(true);
});

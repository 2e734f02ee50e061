/** A record that would be stored as it is must not be written; any other must. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { differsInReadTimeOnly } from "../../../src/store/shape/same-record.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { start, task } from "../../support/issues.ts";

const record = recordOf(task(12, { blockedByText: "#40" }), { edgeMadeAt: { I_40: start } });

test("a record that was only read again is the same", () => {
  const again: typeof record = structuredClone({ ...record, readAt: start + 5 });
  expect(differsInReadTimeOnly(record, again)).toBe(true);
});

test.each([
  ["a label more", { ...record, seen: { ...record.seen, labels: ["status:ready"] } }],
  ["a write of ours", { ...record, wroteAt: start }],
  ["a dependency that is no longer young", { ...record, edgeMadeAt: {} }],
  ["a list in another order", { ...record, reactedTo: ["IC_2", "IC_1"] }],
])("%s makes a difference, either way round", (_, other) => {
  const before = { ...record, reactedTo: ["IC_1", "IC_2"] };
  expect(differsInReadTimeOnly(before, { ...before, ...other })).toBe(false);
  expect(differsInReadTimeOnly({ ...before, ...other }, before)).toBe(false);
});

test("what counts as the same has the same JSON, and a copy counts as the same", () => {
  const values = fc.object({ maxDepth: 3, values: [fc.nat(2), fc.constant(undefined), fc.constant(null)] });
  fc.assert(
    fc.property(values, values, (a, b) => {
      const holding = (more: object) => ({ ...record, persisted: { ...record.persisted, ...more } });
      const [one, other] = [holding(a), holding(b)] as const;
      expect(differsInReadTimeOnly(one, structuredClone(one))).toBe(true);
      if (differsInReadTimeOnly(one, other))
        expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

import { describe, expect, test } from "vitest";
import type { Evidence } from "../../src/coordinator/confidence.ts";
import { evidenceGate } from "../../src/coordinator/evidence-gate.ts";

const page: Evidence = {
  ...{ share: 0.9, lead: 0.8, together: 0.95, strength: 0.5, coverage: 0.9, titleCoverage: 0.9, telling: 1 },
  ...{ unknown: 0, proximity: 0.6, title: 0.8, heading: 0.5, decision: 0, length: 2 },
};
const record: Evidence = { ...page, title: 0.1, together: 0.7, decision: 1 };
const many = 3_000;
const few = 100;

describe("the evidence gate", () => {
  test("nothing found is no evidence", () => {
    expect(evidenceGate(undefined, many)).toMatchObject({ passes: false });
  });

  test("a page passes by its title, a record by its lead", () => {
    expect(evidenceGate(page, many)).toMatchObject({ passes: true });
    expect(evidenceGate(record, many)).toMatchObject({ passes: true });
  });

  test.each([
    ["is by its title about what is asked", { title: 0.4 }],
    ["speaks of most that is asked", { coverage: 0.4 }],
    ["keeps the question's words together", { proximity: 0.3 }],
    ["is, with the next two, well ahead of every other", { together: 0.8 }],
  ])("J03 no page that does not show all passes: %s", (named, less) => {
    const verdict = evidenceGate({ ...page, ...less }, many);
    expect(verdict.passes).toBe(false);
    expect(verdict.reasons).toEqual([expect.stringContaining(`No page ${named} (`)]);
  });

  test("J03 a record without a lead, or with its words apart, does not pass", () => {
    expect(evidenceGate({ ...record, lead: 0.2 }, many).reasons).toEqual([
      "No record is ahead of every other (0.20, limit 0.3).",
    ]);
    expect(evidenceGate({ ...record, proximity: 0 }, many)).toMatchObject({ passes: false });
  });

  test("J03 among few passages a record must say enough itself", () => {
    const weak = { ...record, strength: 0.1 };
    expect(evidenceGate(weak, many)).toMatchObject({ passes: true });
    expect(evidenceGate(weak, few).reasons).toEqual([
      "In so small a store no record says enough of what is asked (0.10, limit 0.2).",
    ]);
  });
});

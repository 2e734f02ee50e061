/** How figures are written for people. */
import { describe, expect, test } from "vitest";
import type { Numbers } from "../../../src/engine/measures/measure.ts";
import type { OperationPorts } from "../../../src/operations/operation.ts";
import { plainLook } from "../../../src/operations/output/look.ts";
import { fixedClock } from "../../store/homes.ts";
import { memoryBoard, portsOf } from "../board.ts";
import { metrics } from "../held.ts";

const minute = 60_000;
const weeks: readonly Readonly<Record<string, Numbers>>[] = [
  {
    "time-to-answer": { cases: 7, p50: 3 * minute, p90: 9 * minute },
    "autonomy-rate": { part: 6, of: 8, share: 0.75 },
    "escalation-precision": { part: 2, of: 3, share: undefined },
    "missed-escalations": { part: 0, of: 0, share: undefined },
    throughput: { cases: 9, perDay: 9 / 7 },
  },
  { "time-to-answer": { cases: 0, p50: undefined }, "handover-quality": { part: 5, of: 5, share: 1 } },
];

async function shown(input: object, look = plainLook): Promise<string> {
  const ports: OperationPorts = {
    ...portsOf(memoryBoard([])),
    clock: fixedClock,
    look,
    board: {
      ...memoryBoard([]),
      figures: async () => ({
        weeks: weeks.map((numbers) => new Map(Object.entries(numbers))),
        oldestQuestionAt: Date.UTC(2026, 0, 1, 9),
        inProgress: 1,
        ledgerSince: undefined,
      }),
    },
  };
  const { text } = await metrics.run(ports, { weeks: 1, ...input });
  return text;
}

const rowOf = (text: string, title: string): string | undefined =>
  text.split("\n").find((line) => line.includes(title));

describe("for people", () => {
  test("a table has the target, then a column for each week; a share of few cases is both numbers", async () => {
    const text = await shown({});
    expect(text.split("\n")[0]).toBe("\ttarget\t2025-12-22\t2025-12-29 so far");
    expect(rowOf(text, "Time to answer")).toBe("Time to answer\t< 5 min\t3 min (7)\t–");
    expect(rowOf(text, "Autonomy rate")).toBe("Autonomy rate\t≥ 80%\t75% (6/8)\t–");
    expect(rowOf(text, "Escalation precision")).toBe("Escalation precision\t≥ 80%\t2/3\t–");
    expect(rowOf(text, "Missed escalations")).toBe("Missed escalations\t≤ 5%\t–\t–");
    expect(rowOf(text, "Throughput")).toBe("Throughput\t\t1.3\t–");
    expect(text).toContain(
      "\n1 task is in progress.\nThe oldest question without an answer was opened at 2026-01-01T09:00:00Z.",
    );
    expect(text).not.toContain("ledger");
  });

  test("Markdown is one table of the weeks that are over, and marks what missed its target", async () => {
    const text = await shown({ markdown: true });
    expect(text.split("\n").slice(0, 3)).toEqual([
      "| Figure | Target | Week of 2025-12-22 |",
      "| --- | --- | --- |",
      "| Time to answer | < 5 min | 3 min (7) |",
    ]);
    expect(rowOf(text, "Autonomy rate")).toBe("| Autonomy rate | ≥ 80% | 75% (6/8) ✗ |");
    // Two of three are no share, and so miss nothing.
    expect(rowOf(text, "Escalation precision")).toBe("| Escalation precision | ≥ 80% | 2/3 |");
    expect(text).not.toContain("so far");
  });

  test("a terminal shows the last weeks, aligned", async () => {
    const look = { ...plainLook, isTerminal: true, columns: 80 };
    const text = await shown({ weeks: 12 }, look);
    expect(rowOf(text, "Time to answer")).toMatch(/^Time to answer {2,}< 5 min/);
    expect(text.split("\n")[0]?.match(/\d{4}-\d\d-\d\d/g)).toHaveLength(4);
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
  });
});

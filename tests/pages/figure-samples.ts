/** Figures as a team has them after twelve weeks, for tests of the page that shows them. */
import type { Numbers } from "../../src/engine/measures/measure.ts";
import { measures } from "../../src/engine/measures/table.ts";
import { type FiguresOutput, figuresOutput } from "../../src/operations/figures/figures-shape.ts";
import { weeksUntil } from "../../src/operations/figures/weeks.ts";
import { noon } from "./samples.ts";

const minute = 60_000;

/** Of the week with this place, 0 being the oldest. */
const numbersOf: Readonly<Record<string, (at: number) => Numbers | null>> = {
  "time-to-answer": (at) => ({
    cases: 14 + at,
    p50: (9 - at * 0.5) * minute,
    p90: (40 - at) * minute,
    casesByCoordinator: 8 + at,
    p50ByCoordinator: 12_000,
    casesByPerson: 6,
    p50ByPerson: 14 * minute,
  }),
  "blocking-time": (at) => ({ cases: 9, mean: (38 - at * 2) * minute, p90: 70 * minute }),
  "autonomy-rate": (at) => ({ part: 8 + at, of: 14 + at, share: (8 + at) / (14 + at) }),
  "escalation-rate": (at) => ({ part: 3, of: 15 + at, share: 3 / (15 + at) }),
  "escalation-precision": () => ({ part: 2, of: 3 }),
  "missed-escalations": (at) => ({ part: at === 3 ? 2 : 0, of: 9 + at, share: at === 3 ? 2 / 12 : 0 }),
  agreement: () => ({ part: 0, of: 0 }),
  "human-acts": (at) => ({ cases: 30 - at, perDay: (30 - at) / 5, perTask: 1.4 }),
  "handover-completeness": (at) => (at < 6 ? null : { part: 7, of: 8, share: 7 / 8 }),
  "handover-quality": (at) => (at < 6 ? null : { part: 8, of: 8, share: 1 }),
  "rework-rate": (at) => ({ part: at % 3, of: 12, share: (at % 3) / 12 }),
  "context-lost": (at) => (at < 6 ? null : { cases: at === 8 ? 2 : 0 }),
  "wake-latency": (at) => (at === 5 ? { cases: 0 } : { cases: 20, p50: 900, p95: at === 7 ? 3_100 : 1_400 }),
  "lead-time": (at) => ({ cases: 12, p50: (50 - at) * 3_600_000 }),
  throughput: (at) => ({ cases: 12 + at, perDay: (12 + at) / 7 }),
};

export function figuresSample(weeks = 12): FiguresOutput {
  const all = weeksUntil(noon, weeks);
  return figuresOutput.parse({
    asOf: "2026-11-22T12:00:00Z",
    isFresh: true,
    weeks: all.map(({ from, to }) => ({
      from: new Date(from).toISOString().slice(0, 10),
      to: new Date(to).toISOString().slice(0, 10),
      isOver: to <= noon,
    })),
    measures: measures.map(({ numbers: _, ...measure }) => ({
      ...measure,
      numbers: all.map((__, at) => numbersOf[measure.name]?.(at) ?? null),
    })),
    inProgress: 4,
    oldestQuestion: "2026-11-22T09:30:00Z",
    ledgerSince: "2026-10-05T08:00:00Z",
  });
}

/** What a new installation has: nothing to draw. */
export function noFigures(): FiguresOutput {
  const sample = figuresSample();
  return {
    ...sample,
    inProgress: 0,
    oldestQuestion: null,
    ledgerSince: null,
    measures: sample.measures.map((measure) => ({ ...measure, numbers: sample.weeks.map(() => null) })),
  };
}

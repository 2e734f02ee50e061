/** Measures of moments written by hand: what a whole story cannot easily lead to. */
import { expect, test } from "vitest";
import type { LedgerOfWeek, Numbers, Week } from "../../../src/engine/measures/measure.ts";
import type { Moment, MomentType } from "../../../src/engine/measures/moment.ts";
import { dayMs } from "../../../src/engine/measures/statistics.ts";
import { measures } from "../../../src/engine/measures/table.ts";

const week = { from: 100 * dayMs, to: 107 * dayMs };
const day = (count: number): number => week.from + count * dayMs;

function moment(type: MomentType, issueId: string, more: Partial<Moment> = {}): Moment {
  return { type, issueId, repositoryId: "R_1", ...more };
}

function measured(name: string, all: readonly Moment[], ledger?: LedgerOfWeek): Numbers | undefined {
  const given: Week = {
    ...week,
    now: day(20),
    of: (type) => all.filter(({ type: each, at = -1 }) => each === type && at >= week.from && at < week.to),
    ofIssue: (id) => all.filter(({ issueId }) => issueId === id),
    aboutTask: (task) => all.filter(({ about }) => about === task),
    isAgent: ({ by }) => by === "U_ada",
    ledger,
  };
  return measures.find((each) => each.name === name)?.numbers(given);
}

test("a task that several messages held up is counted once, from when both were there, and until now where one still does", () => {
  const all = [
    moment("task-opened", "T1", { at: day(0), about: "R_1#1" }),
    // The question was written before the task.
    moment("held", "Q1", { since: day(-3), at: day(1), about: "R_1#1" }),
    moment("held", "Q2", { since: day(10), about: "R_1#1" }),
    // Not a task, or one that is not known.
    moment("held", "E1", { since: day(1), at: day(2), about: "R_1#9" }),
  ];
  expect(measured("blocking-time", all)).toEqual({ cases: 1, mean: 11 * dayMs, p90: 11 * dayMs });
  expect(measured("blocking-time", all.slice(2))).toMatchObject({ cases: 0, mean: undefined });
});

test("who answered is told by the issue with the answer, then by the account", () => {
  const answered = (issueId: string, about: string, by: string): Moment =>
    moment("answered", issueId, { since: day(0), at: day(1), about, by });
  const all = [
    answered("Q1", "A1", "BOT_us"),
    moment("coordinator-answered", "A1", { at: day(1) }),
    answered("Q2", "A2", "BOT_us"),
    moment("coordinator-answered", "A2", { at: day(1), by: "U_maria" }),
    answered("Q3", "E1", "BOT_us"),
    moment("defaulted", "E1", { at: day(1) }),
    answered("Q4", "IC_1", "U_ada"),
    // Another program that writes as our bot is not the coordinator.
    answered("Q5", "A9", "BOT_us"),
  ];
  const counts = { casesByCoordinator: 2, casesByDefault: 1, casesByAgent: 1, casesByPerson: 1 };
  expect(measured("time-to-answer", all)).toMatchObject({ cases: 5, ...counts });
  expect(measured("autonomy-rate", all)).toEqual({ part: 1, of: 5, share: 0.2 });
});

test("an answer of the coordinator was wrong if it was replaced or disputed within seven days, no later", () => {
  const given = (id: string) =>
    moment("coordinator-answered", `A${id}`, { since: day(0), at: day(1), about: `Q${id}` });
  const all = [
    ...["1", "2", "3", "4", "5"].map(given),
    moment("overruled", "Q1", { at: day(3), about: "A1" }),
    moment("reopened", "Q2", { at: day(8) }),
    moment("reopened", "Q3", { at: day(8) + 1 }),
    // Another answer was replaced.
    moment("overruled", "Q4", { at: day(3), about: "IC_1" }),
    // It had been reopened before.
    moment("reopened", "Q5", { at: day(0) }),
  ];
  expect(measured("missed-escalations", all)).toEqual({ part: 2, of: 5, share: 0.4 });
});

test("escalations that a person decided count for precision, defaults and those closed undecided against it", () => {
  const all = [
    ...["1", "2", "3"].map((id) => moment("decided", `E${id}`, { at: day(1) })),
    moment("defaulted", "E4", { at: day(2) }),
    moment("dropped", "E5", { at: day(2) }),
    moment("decided", "E6", { at: day(7) }),
    moment("recommendation-taken", "E1", { at: day(1) }),
    moment("recommendation-left", "E2", { at: day(1) }),
  ];
  expect(measured("escalation-precision", all)).toEqual({ part: 3, of: 5, share: 0.6 });
  expect(measured("agreement", all)).toMatchObject({ part: 1, of: 2 });
});

test("a task is reworked if it was reopened or handed over again within a fortnight of its first closing", () => {
  const opened = (id: number) => moment("task-opened", `T${id}`, { at: day(-9), about: `R_1#${id}` });
  const closed = (id: number, at: number) => moment("task-closed", `T${id}`, { at, about: `R_1#${id}` });
  const all = [
    ...[1, 2, 3, 4, 5, 6].map(opened),
    closed(1, day(1)),
    // Completed in the week, handed over again, closed much later.
    moment("completed", "H2", { at: day(1), about: "R_1#2" }),
    moment("handed-over", "H2", { at: day(0), about: "R_1#2" }),
    moment("handed-over", "H3", { at: day(12), about: "R_1#2" }),
    closed(2, day(30)),
    // Handed over again, too late.
    closed(3, day(2)),
    moment("handed-over", "H4", { at: day(17), about: "R_1#3" }),
    // Only the reopening is known.
    moment("reopened", "T4", { at: day(3), about: "R_1#4" }),
    closed(4, day(5)),
    // First closed in an earlier week.
    moment("completed", "H5", { at: day(-1), about: "R_1#5" }),
    closed(5, day(5)),
    closed(6, day(6)),
  ];
  expect(measured("rework-rate", all)).toEqual({ part: 2, of: 5, share: 0.4 });
});

test("acts of people are counted for each day with work in each repository, and agents' are not acts of people", () => {
  const act = (by: string, at: number, repositoryId = "R_1"): Moment => ({
    ...moment("commanded", "Q1", { by, at }),
    repositoryId,
  });
  const all = [
    act("U_maria", day(1)),
    act("U_maria", day(1) + 5),
    act("U_bob", day(1) + 9),
    act("U_ada", day(2)),
    act("U_maria", day(1), "R_2"),
  ];
  expect(measured("human-acts", all)).toEqual({ cases: 4, perDay: 4 / 3, perTask: undefined });
});

test("what the ledger does not reach back to is not counted, and without it nothing is known", () => {
  const all = [
    moment("handed-over", "H1", { at: day(1), about: "R_1#1" }),
    moment("handed-over", "H2", { at: day(3), about: "R_1#1" }),
    moment("handed-over", "H3", { at: day(4), about: "R_1#1" }),
    moment("handover-accepted", "H1", { since: day(1), at: day(5), about: "R_1#1" }),
    moment("handover-accepted", "H2", { since: day(3), at: day(5), about: "R_1#1", by: "U_maria" }),
    moment("handover-withdrawn", "H3", { since: day(4), at: day(5), about: "R_1#1" }),
  ];
  const ledger: LedgerOfWeek = { since: day(2), leases: [], neededFix: (id) => id === "H3" };
  expect(measured("handover-completeness", all, ledger)).toMatchObject({ part: 1, of: 2 });
  expect(measured("handover-quality", all, ledger)).toMatchObject({ part: 0, of: 2 });
  for (const name of ["handover-completeness", "handover-quality", "context-lost"])
    expect(measured(name, all)).toBeUndefined();
});

test("context is lost if a task passes to another holder without a handover between", () => {
  const lease = (issueId: string, before: string | undefined) => ({
    issueId,
    holder: "bea",
    at: day(3),
    before: before === undefined ? undefined : { holder: before, at: day(1) },
  });
  const leases = [lease("T1", "ada"), lease("T2", "ada"), lease("T3", undefined), lease("T4", "bea")];
  const all = [
    ...[1, 2, 3, 4].map((id) => moment("task-opened", `T${id}`, { at: day(0), about: `R_1#${id}` })),
    moment("handed-over", "H2", { at: day(2), about: "R_1#2" }),
  ];
  const ledger = { since: day(0), leases, neededFix: () => false };
  expect(measured("context-lost", all, ledger)).toEqual({ cases: 1 });
});

test("every measure has numbers for a week in which nothing happened, and its main number is among them where there is one", () => {
  const ledger = { since: 0, leases: [], neededFix: () => false };
  for (const { name, unit, main } of measures) {
    const numbers = measured(name, [], ledger);
    expect(numbers, name).toBeDefined();
    if (unit === "share") expect(numbers, name).toMatchObject({ part: 0, of: 0 });
    expect(Object.keys(numbers ?? {}), name).toContain(main);
  }
});

import type { LeaseBegun, Measure, Week } from "../measure.ts";

export const contextLost: Measure = {
  name: "context-lost",
  title: "Context lost",
  formula: "How often a task passed from one holder to another in the week without a handover between.",
  target: { is: "at most", value: 0 },
  main: "cases",
  unit: "count",
  source: "ledger",
  numbers: (week) => {
    const leases = week.ledger?.leases;
    return leases && { cases: leases.filter((lease) => isLost(week, lease)).length };
  },
};

function isLost(week: Week, { issueId, holder, at, before }: LeaseBegun): boolean {
  if (before === undefined || before.holder === holder) return false;
  const name = week.ofIssue(issueId).find(({ type }) => type === "task-opened")?.about;
  if (name === undefined) return false;
  return !week
    .aboutTask(name)
    .some(({ type, at: handed = 0 }) => type === "handed-over" && handed >= before.at && handed <= at);
}

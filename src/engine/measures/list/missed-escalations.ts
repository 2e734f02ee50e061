import type { Measure, Week } from "../measure.ts";
import type { Moment } from "../moment.ts";
import { isWithin, ratio } from "../statistics.ts";

const days = 7;

export const missedEscalations: Measure = {
  name: "missed-escalations",
  title: "Missed escalations",
  formula: `Answers by the coordinator in the week that a person replaced, or disputed by reopening the question, within ${days} days, of all its answers in the week.`,
  target: { is: "at most", value: 0.05 },
  main: "share",
  unit: "share",
  source: "records",
  settlesAfterDays: days,
  numbers: (week) => {
    const given = week.of("coordinator-answered");
    return ratio(given.filter((each) => wasWrong(week, each)).length, given.length);
  },
};

function wasWrong(week: Week, { issueId, at = 0, about = "" }: Moment): boolean {
  return week
    .ofIssue(about)
    .some(
      (each) =>
        isWithin(each, at, days) &&
        (each.type === "reopened" || (each.type === "overruled" && each.about === issueId)),
    );
}

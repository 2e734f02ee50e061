/**
 * Refreshes a handover while nothing can be merged where another task of its group is: no delivery of its own
 * repository reports that a pause has ended or that another repository takes writes again.
 */
import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../../model/rule.ts";
import { currentAcceptance } from "../handovers.ts";
import { landingWait } from "./landing-wait.ts";

export const awaitObstacles: ProjectionRule = { name: "await-obstacles", project };

const lookAgainMs = 10 * 60_000;

function project(input: RuleInput) {
  const { record } = input;
  const isAwaiting =
    record.evidence?.pullRequest?.state === "open" && currentAcceptance(record) !== undefined;
  if (!isAwaiting || landingWait(input, "prepared").obstacles.length === 0) return nothing;
  return {
    refreshes: [refreshSelf(record, lookAgainMs, "Nothing can be merged where a task of its group is.")],
  };
}

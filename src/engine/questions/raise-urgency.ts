/**
 * Refreshes an unanswered question when its urgency rises, and every few minutes in addition: the requests
 * survive restarts.
 */
import { parseDuration } from "../../base/duration.ts";
import { urgencyOverTime } from "../asking/urgency-over-time.ts";
import { nothing, type ProjectionRule, type RuleInput, refreshSelf } from "../model/rule.ts";

export const raiseUrgency: ProjectionRule = { name: "raise-urgency", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const { overdueAt, risesAt } = urgencyOverTime(input);
  if (overdueAt === undefined) return nothing;
  const lookMs = parseDuration(context.settings.deadlines.look) ?? 0;
  const looks = refreshSelf(record, lookMs, "It is open and may have been answered.");
  if (risesAt === undefined) return { refreshes: [looks] };
  const rises = refreshSelf(record, risesAt - context.now, "No one has answered it by its deadline.");
  return { refreshes: [rises, looks] };
}

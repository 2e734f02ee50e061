/**
 * Refreshes an unanswered question when its urgency rises, and every few minutes in addition: the requests
 * survive restarts. Once it is closed nothing is read for them.
 */
import { parseDuration } from "../../base/duration.ts";
import { urgencyOverTime } from "../asking/urgency-over-time.ts";
import {
  type DelayedRefresh,
  nothing,
  type ProjectionRule,
  type RuleInput,
  refreshSelf,
} from "../model/rule.ts";

export const raiseUrgency: ProjectionRule = { name: "raise-urgency", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const { overdueAt, risesAt } = urgencyOverTime(input);
  if (overdueAt === undefined) return nothing;
  const later = (afterMs: number, because: string): DelayedRefresh => ({
    ...refreshSelf(record, afterMs, because),
    unlessClosed: true,
  });
  const lookMs = parseDuration(context.settings.deadlines.look) ?? 0;
  const looks = later(lookMs, "It is open and may have been answered.");
  if (risesAt === undefined) return { refreshes: [looks] };
  return { refreshes: [later(risesAt - context.now, "No one has answered it by its deadline."), looks] };
}

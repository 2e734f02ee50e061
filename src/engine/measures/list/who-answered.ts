/** Names who answered a question: by the issue that holds the answer where it is ours, by the account otherwise. */
import type { Week, Who } from "../measure.ts";
import type { Moment } from "../moment.ts";

export function whoAnswered(week: Week, answered: Moment): Who {
  const said = answered.about === undefined ? [] : week.ofIssue(answered.about);
  if (said.some(({ type }) => type === "coordinator-answered")) return "coordinator";
  if (said.some(({ type }) => type === "defaulted")) return "default";
  return week.isAgent(answered) ? "agent" : "person";
}

/** Whether the coordinator answered it, and no person had to approve that. */
export function isAutonomous(week: Week, { about }: Moment): boolean {
  const given = about === undefined ? [] : week.ofIssue(about);
  return given.some(({ type, by }) => type === "coordinator-answered" && by === undefined);
}

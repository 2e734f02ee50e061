/**
 * Opens one task for a discovery that asks for work, if the settings want that; the two link to each other.
 */

import { isAdmitted } from "../admission/trust.ts";
import { openIssue } from "../messages/open-issue.ts";
import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { issueNameById } from "../wording/issue-name.ts";

export const openTask: ProjectionRule = { name: "open-task", project };

function project(input: RuleInput) {
  const { record, context } = input;
  const { message } = record.reading.kind === "discovery" ? record.reading : {};
  if (message?.kind !== "discovery" || !isAdmitted(record) || record.seen.issueState.state === "closed")
    return nothing;
  const { actionNeeded: action, finding, relevantTo } = message;
  if (!context.settings.discoveries.open_tasks.some((each) => each === action)) return nothing;
  const name = issueNameById(input, record.seen.id);
  const title = record.seen.title.replace(/^\s*Discovery:\s*/i, "");
  const data = { name, title, action, finding, track: relevantTo.tracks[0] ?? "" };
  const verb = action === "fix" ? "Fix" : "Investigate";
  const effects = openIssue(input, {
    openingReason: { type: "task" },
    kind: "task",
    title: `${verb}: ${title}`,
    sealed: { links: [name] },
    body: context.render({ name: "opened-task", data }),
    reason: { rule: openTask.name, because: `It asks to ${action}, and the settings open a task for that.` },
  });
  return { effects };
}

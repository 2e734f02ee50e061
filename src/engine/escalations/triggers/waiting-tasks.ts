/**
 * Lists the open tasks that cannot continue without an issue. Those of a private repository are not named in
 * a public one.
 */
import type { TitledLine } from "../../../protocol/text/lines.ts";
import { mayShow } from "../../admission/privacy.ts";
import { shownTitle } from "../../admission/shown-title.ts";
import { isSpared } from "../../blocking/dependencies/spared.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { namedRecords } from "../../model/view.ts";
import { issueNameById } from "../../wording/issue-name.ts";

/** How many tasks a text names. */
const named = 20;

export function waitingTasks(input: RuleInput): readonly TitledLine[] {
  const { view, record } = input;
  const linked = record.seen.blocking.issues.map(({ id }) => view.records.get(id));
  const isWaiting = (task: IssueRecord | undefined): task is IssueRecord =>
    task?.reading.kind === "task" &&
    task.seen.issueState.state === "open" &&
    !isSpared(view, record, task) &&
    mayShow(view, record, task.seen);
  return [...new Set([...namedRecords(view, record), ...linked])]
    .filter(isWaiting)
    .toSorted((a, b) => a.seen.number - b.seen.number)
    .map((task) => ({ name: issueNameById(input, task.seen.id), title: shownTitle(task) }))
    .slice(0, named);
}

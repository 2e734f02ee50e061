/** Opens one task to compare the pages that an accepted large handover may have made stale with its changes. */
import { openIssue } from "../../messages/open-issue.ts";
import { nothing, type ProjectionRule, type RuleInput } from "../../model/rule.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { currentAcceptance } from "../handovers.ts";

export const openPageTask: ProjectionRule = { name: "open-page-task", project };

/** A path that means itself where globs are read. */
const plainPath = /^[\w./-]+$/;

function project(input: RuleInput) {
  const { view, record, context } = input;
  const paths = record.persisted.stalePages ?? [];
  if (paths.length === 0 || currentAcceptance(record) === undefined) return nothing;
  if (!context.settings.context.open_tasks) return nothing;
  const name = issueNameById(input, record.seen.id);
  const found = view.pageFindings?.get(record.seen.id)?.pages ?? [];
  const pages = paths.map((path) => ({
    path,
    files: [],
    more: 0,
    ...found.find((page) => page.path === path),
  }));
  const [first = "", ...others] = paths;
  const effects = openIssue(input, {
    openingReason: { type: "task" },
    kind: "task",
    title: `Refresh ${first}${others.length === 0 ? "" : ` and ${others.length} more`}`,
    sealed: { links: [name] },
    body: context.render({
      name: "opened-page-task",
      data: { name, pages, locked: paths.filter((path) => plainPath.test(path)) },
    }),
    reason: {
      rule: openPageTask.name,
      because: `It is large, and changed files that ${paths.slice(0, 3).join(", ")} ${paths.length === 1 ? "is" : "are"} about.`,
    },
  });
  return { effects };
}

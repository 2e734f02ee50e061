/** What stands next to a conversation: assignees, labels, relations to other issues, and for a pull request its checks. */
import { html } from "hono/html";
import { can, needs } from "../../ops/access/access.ts";
import { isAssignable } from "../../ops/issues/assignees.ts";
import { latestRuns, runVerdict, statusVerdict } from "../../ops/pulls/verdicts.ts";
import { blockersOfIssue, issuesBlockedBy } from "../../state/issues/dependencies.ts";
import { typeOfIssue } from "../../state/issues/issue-types.ts";
import { assigneesOfIssue, type Issue } from "../../state/issues/issues.ts";
import { labelsOfIssue } from "../../state/issues/labels.ts";
import { milestoneById } from "../../state/issues/milestones.ts";
import { parentOf, subIssuesOf, subIssuesSummary } from "../../state/issues/sub-issues.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { latestStatuses } from "../../state/pulls/statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import { peopleOf, postTo } from "../frame.ts";
import type { Html, SignedInRequest } from "../page-request.ts";
import { otherShown } from "./issue-events.ts";
import { labelShown, pathOfIssue } from "./small.ts";

const most = { offset: 0, limit: 100 };

export function issueSide(request: SignedInRequest, repository: Repository, issue: Issue): Html {
  const { state } = request.core;
  const labels = labelsOfIssue(state, issue.id);
  const milestone = issue.milestoneId === null ? undefined : milestoneById(state, issue.milestoneId);
  const { total, completed } = subIssuesSummary(state, issue.id);
  const parent = parentOf(state, issue.id);
  const type = typeOfIssue(state, issue);
  return html`<aside aria-label="About this">
    ${part("Assignees", assigneesShown(request, repository, issue))}
    ${part("Labels", labels.length === 0 ? none : html`<p class="labels">${labels.map(labelShown)}</p>`)}
    ${type === undefined ? "" : part("Type", html`<p>${type.name}</p>`)}
    ${related(request, repository, "Blocked by", blockersOfIssue(state, issue.id, most))}
    ${related(request, repository, "Blocking", issuesBlockedBy(state, issue.id, most))}
    ${related(request, repository, "Parent issue", parent === undefined ? [] : [parent])}
    ${related(request, repository, `Sub-issues, ${completed} of ${total} closed`, subIssuesOf(state, issue.id))}
    ${milestone === undefined ? "" : part("Milestone", html`<p><bdi>${milestone.title}</bdi></p>`)}
  </aside>`;
}

const none = html`<p class="soft">None yet</p>`;
const part = (title: string, content: Html): Html => html`<section><h2>${title}</h2>${content}</section>`;

function related(
  request: SignedInRequest,
  near: Repository,
  title: string,
  issues: readonly Issue[],
): Html | string {
  if (issues.length === 0) return "";
  return part(
    title,
    html`<ul>${issues.map(({ id }) => html`<li>${otherShown(request, near, id)}</li>`)}</ul>`,
  );
}

function assigneesShown(request: SignedInRequest, repository: Repository, issue: Issue): Html {
  const { core, actor } = request;
  const assignees = assigneesOfIssue(core.state, issue.id);
  const isAllowed = can(core.state, actor, repository, needs.triage);
  const path = `${pathOfIssue(core.state, issue)}/assignees`;
  const people = peopleOf(request).filter(
    (user) => isAssignable(core.state, repository, user) && !assignees.some(({ id }) => id === user.id),
  );
  const listed =
    assignees.length === 0
      ? none
      : html`<ul>${assignees.map(({ login }) => html`<li><strong>${login}</strong>${isAllowed ? postTo(request, path, html`<input type="hidden" name="act" value="remove"><button class="quiet" name="login" value="${login}" aria-label="Unassign ${login}">Remove</button>`) : ""}</li>`)}</ul>`;
  if (!isAllowed || people.length === 0) return listed;
  const choices = people.map(
    ({ login }) => html`<option${login === actor.user.login ? html` selected` : ""}>${login}</option>`,
  );
  return html`${listed}${postTo(request, path, html`<label for="assignee">Assign</label> <select id="assignee" name="login">${choices}</select> <button>Assign</button>`)}`;
}

const verdictSigns = { success: ["✓", "open"], pending: ["●", "wait"], failure: ["✗", "bad"] } as const;

export function checksShown({ core: { state } }: SignedInRequest, pull: Pull): Html {
  const checks = [
    ...latestRuns(state, pull.repositoryId, pull.headSha).map(({ run }) => ({
      verdict: runVerdict(run),
      name: run.name,
      words: [run.conclusion?.replaceAll("_", " ") ?? run.status.replaceAll("_", " "), run.title ?? ""],
    })),
    ...latestStatuses(state, pull.repositoryId, pull.headSha).map((status) => ({
      verdict: statusVerdict(status),
      name: status.context,
      words: [status.state, status.description ?? ""],
    })),
  ];
  if (checks.length === 0) return html`<p class="soft">No checks have reported on this commit.</p>`;
  return html`<ul class="checks">${checks.map(({ verdict, name, words }) => {
    const [sign, look] = verdictSigns[verdict];
    return html`<li><span class="sign ${look}" aria-hidden="true">${sign}</span> <strong>${name}</strong> <span class="soft">${words.filter((word) => word !== "").join(": ")}</span></li>`;
  })}</ul>`;
}

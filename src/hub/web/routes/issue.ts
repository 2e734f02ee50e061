/** The page of an issue or a pull request, and the forms on it: comment, close, reopen, assign. */
import { html } from "hono/html";
import type { HttpResponse } from "../../http/response.ts";
import { can, needs } from "../../ops/access/access.ts";
import { addAssignees, removeAssignees } from "../../ops/issues/assignees.ts";
import { createComment } from "../../ops/issues/comments.ts";
import { closeIssue, reopenIssue } from "../../ops/issues/issue-state.ts";
import { updatePull } from "../../ops/pulls/update-pull.ts";
import { type OpResult, ok } from "../../ops/result.ts";
import { findIssue } from "../../ops/search/find.ts";
import { userById } from "../../state/accounts/users.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import { postTo, redirect } from "../frame.ts";
import { form, type Html, type PageRoute, page, type SignedInRequest } from "../page-request.ts";
import { conversation } from "../parts/conversation.ts";
import { checksShown, issueSide } from "../parts/issue-side.ts";
import { inRepository, refused, withRepository } from "../parts/repository-frame.ts";
import { pathOfIssue, personShown, standingShown, timeShown } from "../parts/small.ts";

type Answer = HttpResponse | Promise<HttpResponse>;

export const issueRoutes: readonly PageRoute[] = ["issues", "pull"].flatMap((word) => {
  const one = `/{owner}/{repo}/${word}/{issue_number}`;
  return [
    page(one, (request) =>
      withIssue(request, (issue, repository) => {
        const path = pathOfIssue(request.core.state, issue);
        return path.endsWith(`/${word}/${issue.number}`)
          ? issuePage(request, repository, issue)
          : redirect(path);
      }),
    ),
    form(`${one}/comments`, (request) => withIssue(request, (issue) => comment(request, issue))),
    form(`${one}/assignees`, (request) => withIssue(request, (issue) => assign(request, issue))),
  ];
});

const withIssue = (
  request: SignedInRequest,
  work: (issue: Issue, repository: Repository) => Answer,
): Answer =>
  withRepository(request, (repository) => {
    const number = Number(request.params.issue_number);
    const found = findIssue(request.core, request.actor, repository, number);
    return found.kind === "ok" ? work(found.value, repository) : refused(request, found);
  });

function issuePage(request: SignedInRequest, repository: Repository, issue: Issue): Promise<HttpResponse> {
  const { state } = request.core;
  const comments = issue.comments === 1 ? "1 comment" : `${issue.comments} comments`;
  const main = html`<div class="title"><h1><bdi>${issue.title}</bdi> <span class="soft">#${issue.number}</span></h1>
      <p>${standingShown(state, issue)} ${personShown(state, issue.authorId)} <span class="soft">opened this ${timeShown(issue.createdAt)} · ${comments}</span></p>
      ${branches(request, issue)}</div>
    <div class="columns"><div>${conversation(request, repository, issue)}
      ${checks(request, issue)}${reply(request, repository, issue)}</div>
      ${issueSide(request, repository, issue)}</div>`;
  const tab = issue.pullId === null ? "issues" : "pulls";
  return inRepository(request, repository, tab, { title: `${issue.title} #${issue.number}`, main });
}

function branches({ core: { state } }: SignedInRequest, issue: Issue): Html | string {
  const pull = issue.pullId === null ? undefined : pullById(state, issue.pullId);
  if (pull === undefined) return "";
  const isFork = pull.headRepositoryId !== pull.repositoryId;
  const owner = isFork ? `${userById(state, pull.headOwnerId)?.login ?? "ghost"}:` : "";
  return html`<p>From <code>${owner}${pull.headRef}</code> into <code>${pull.baseRef}</code>, at <code>${pull.headSha.slice(0, 7)}</code></p>`;
}

function checks(request: SignedInRequest, issue: Issue): Html | string {
  const pull = issue.pullId === null ? undefined : pullById(request.core.state, issue.pullId);
  return pull === undefined
    ? ""
    : html`<section class="box"><header><h2>Checks</h2></header><div class="text">${checksShown(request, pull)}</div></section>`;
}

function reply(request: SignedInRequest, repository: Repository, issue: Issue): Html {
  const { core, actor } = request;
  if (repository.archived) return html`<p class="notice">The repository is archived: nobody can comment.</p>`;
  if (issue.locked && !can(core.state, actor, repository, needs.moderate))
    return html`<p class="notice">The conversation is locked: only people with write access can comment.</p>`;
  const isAllowed = can(core.state, actor, repository, needs.triage) || issue.authorId === actor.user.id;
  const button = (act: string, words: string): Html =>
    html`<button name="act" value="${act}" class="quiet">${words}</button>`;
  const others = !isAllowed
    ? ""
    : issue.state === "closed"
      ? button("reopen", "Reopen")
      : issue.pullId === null
        ? html`${button("close", "Close as completed")} ${button("drop", "Close as not planned")}`
        : button("close", "Close pull request");
  return postTo(
    request,
    `${pathOfIssue(core.state, issue)}/comments`,
    html`<div class="box reply"><header><label for="body">Add a comment</label></header>
      <textarea id="body" name="body" rows="5" placeholder="Markdown, or a command such as /decide 1"></textarea>
      <p><button name="act" value="comment" class="go">Comment</button> ${others}</p></div>`,
  );
}

/** As on GitHub, what was typed is written first, even when a button closes or reopens. */
function comment(request: SignedInRequest, issue: Issue): Answer {
  const { core, actor, form } = request;
  const body = form.get("body")?.replaceAll("\r\n", "\n") ?? "";
  const act = form.get("act") ?? "comment";
  const isWritten = body.trim() !== "" || act === "comment";
  const written = isWritten ? createComment(core, actor, { issueId: issue.id, body }) : ok(undefined);
  if (written.kind !== "ok") return refused(request, written, body);
  const changed = act === "comment" ? ok(undefined) : changeState(request, issue, act);
  if (changed.kind !== "ok") return refused(request, changed);
  const place = written.value === undefined ? "" : `#issuecomment-${written.value.id}`;
  return redirect(`${pathOfIssue(core.state, issue)}${place}`);
}

function changeState({ core, actor }: SignedInRequest, issue: Issue, act: string): OpResult<unknown> {
  const isClosing = act === "close" || act === "drop";
  if (issue.pullId !== null)
    return updatePull(core, actor, { pullId: issue.pullId, state: isClosing ? "closed" : "open" });
  if (!isClosing) return reopenIssue(core, actor, { issueId: issue.id });
  return closeIssue(core, actor, { issueId: issue.id, reason: act === "drop" ? "not_planned" : "completed" });
}

function assign(request: SignedInRequest, issue: Issue): Answer {
  const { core, actor, form } = request;
  const change = form.get("act") === "remove" ? removeAssignees : addAssignees;
  const done = change(core, actor, { issueId: issue.id, logins: [form.get("login") ?? ""] });
  return done.kind === "ok" ? redirect(pathOfIssue(core.state, issue)) : refused(request, done);
}

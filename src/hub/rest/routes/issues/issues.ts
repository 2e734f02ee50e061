/** Issues: list, open, read, change, lock, and their events. */
import { z } from "zod";
import { type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { needs, repositoryFor } from "../../../ops/access/access.ts";
import { addAssignees, removeAssignees } from "../../../ops/issues/assignees.ts";
import { createIssue } from "../../../ops/issues/create-issue.ts";
import type { StateChange } from "../../../ops/issues/issue-state.ts";
import { lockIssue, unlockIssue } from "../../../ops/issues/lock-issue.ts";
import { updateIssue } from "../../../ops/issues/update-issue.ts";
import type { OpResult } from "../../../ops/result.ts";
import { presentFullIssue, presentIssue } from "../../../present/issues/issue.ts";
import { presentEvent, presentTimeline } from "../../../present/issues/timeline.ts";
import { userByLogin } from "../../../state/accounts/users.ts";
import { commentsOfIssue } from "../../../state/issues/comments.ts";
import { eventsOfIssue, listedEventsOfIssue } from "../../../state/issues/events.ts";
import { countIssues, type IssueFilter, listIssues } from "../../../state/issues/issue-lists.ts";
import { type Issue, lockReasons } from "../../../state/issues/issues.ts";
import {
  labelNames,
  paged,
  pagedList,
  queryChoice,
  sinceOf,
  withBody,
  withIssue,
  withRepository,
} from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";
import { milestoneFilter } from "./milestones.ts";

const title = z.union([z.string(), z.number().transform(String)]);
/** By its name; null removes it. */
const type = z
  .string()
  .transform((name) => ({ name }))
  .nullish();
/** By its number. */
const milestone = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .nullish();
const logins = z.array(z.string()).max(100);

const newIssue = z.object({
  title,
  body: z.string().nullish(),
  labels: labelNames.optional(),
  assignees: logins.optional(),
  assignee: z.string().nullish(),
  milestone,
  type,
});
const issueChanges = z.object({
  title: title.nullish(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  state_reason: z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullish(),
  duplicate_issue_id: z.number().int().optional(),
  labels: labelNames.optional(),
  assignees: logins.optional(),
  milestone,
  type,
});
const lock = z.object({ lock_reason: z.enum(lockReasons).nullish() });
const assignment = z.object({
  assignees: z.union([logins, z.string().transform((login) => [login])]).default([]),
});

const one = "/repos/{owner}/{repo}/issues/{issue_number}";
/** How many labels of a filter are read; an issue cannot have more. */
const maxLabels = 100;

export const issueRoutes: readonly Route[] = [
  route("GET", "/repos/{owner}/{repo}/issues", list),
  route("POST", "/repos/{owner}/{repo}/issues", (request) =>
    withRepository(request, (repository) =>
      withBody(request, newIssue, ({ assignee, ...input }) => {
        const assignees = input.assignees ?? (assignee ? [assignee] : undefined);
        const made = createIssue(request.core, request.actor, {
          ...input,
          assignees,
          repositoryId: repository.id,
        });
        return toResponse(made, (issue) => {
          const body = presentFullIssue(request.viewing, issue);
          return json(201, body, { location: body.url });
        });
      }),
    ),
  ),
  route("GET", one, (request) =>
    withIssue(request, (issue) => json(200, presentFullIssue(request.viewing, issue))),
  ),
  route("PATCH", one, (request) =>
    withIssue(request, (issue) =>
      withBody(request, issueChanges, ({ title: newTitle, ...input }) =>
        showIssue(
          request,
          updateIssue(request.core, request.actor, {
            ...input,
            issueId: issue.id,
            title: newTitle ?? undefined,
            state: stateChange(input),
          }),
        ),
      ),
    ),
  ),
  route("PUT", `${one}/lock`, (request) =>
    withIssue(request, (issue) =>
      withBody(request, lock, ({ lock_reason: reason }) =>
        toResponse(
          lockIssue(request.core, request.actor, { issueId: issue.id, reason: reason ?? null }),
          () => noContent,
        ),
      ),
    ),
  ),
  route("DELETE", `${one}/lock`, (request) =>
    withIssue(request, (issue) =>
      toResponse(unlockIssue(request.core, request.actor, { issueId: issue.id }), () => noContent),
    ),
  ),
  route("POST", `${one}/assignees`, (request) =>
    withIssue(request, (issue) =>
      withBody(request, assignment, ({ assignees }) =>
        showIssue(
          request,
          addAssignees(request.core, request.actor, { issueId: issue.id, logins: assignees }),
          201,
        ),
      ),
    ),
  ),
  route("DELETE", `${one}/assignees`, (request) =>
    withIssue(request, (issue) =>
      withBody(request, assignment, ({ assignees }) =>
        showIssue(
          request,
          removeAssignees(request.core, request.actor, { issueId: issue.id, logins: assignees }),
        ),
      ),
    ),
  ),
  route("GET", `${one}/events`, (request) =>
    withIssue(request, (issue) =>
      paged(
        request,
        (page) => listedEventsOfIssue(request.viewing.state, issue.id, page),
        (event) => presentEvent(request.viewing, event),
      ),
    ),
  ),
  route("GET", `${one}/timeline`, (request) =>
    withIssue(request, (issue) => {
      const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
      const events = eventsOfIssue(request.viewing.state, issue.id, everything);
      const comments = commentsOfIssue(request.viewing.state, issue.id, everything);
      return pagedList(request, presentTimeline(request.viewing, events, comments), (entry) => entry);
    }),
  ),
];

function showIssue(request: RestRequest, result: OpResult<Issue>, status = 200): HttpResponse {
  return toResponse(result, (issue) => json(status, presentFullIssue(request.viewing, issue)));
}

function stateChange({
  state,
  state_reason: reason,
  duplicate_issue_id: duplicateOfId,
}: z.infer<typeof issueChanges>): StateChange | undefined {
  if (state === undefined) return undefined;
  if (state === "open") return { state };
  return { state, reason: reason === "reopened" ? "completed" : (reason ?? "completed"), duplicateOfId };
}

function list(request: RestRequest): HttpResponse {
  return withRepository(request, (repository) =>
    toResponse(repositoryFor(request.viewing.state, request.actor, repository.id, needs.readIssues), () => {
      const { state } = request.viewing;
      const { query } = request;
      const filter = filterOf(request, repository.id);
      if (filter === undefined) return json(200, []);
      const by = queryChoice(query, "sort", ["created", "updated", "comments"]);
      const order = { by, direction: queryChoice(query, "direction", ["desc", "asc"]) };
      return paged(
        request,
        (page) => listIssues(state, filter, order, page),
        (issue) => presentIssue(request.viewing, issue),
        () => countIssues(state, filter),
      );
    }),
  );
}

/** @returns undefined if nothing can match */
function filterOf({ query, viewing }: RestRequest, repositoryId: number): IssueFilter | undefined {
  const state = queryChoice(query, "state", ["open", "closed", "all"]);
  const creator = query.get("creator");
  const assignee = query.get("assignee");
  const author = creator === null ? undefined : userByLogin(viewing.state, creator);
  const isAnybody = assignee === null || assignee === "*" || assignee === "none";
  const assigned = isAnybody ? undefined : userByLogin(viewing.state, assignee);
  if ((creator !== null && author === undefined) || (!isAnybody && assigned === undefined)) return undefined;
  const milestone = milestoneFilter(viewing.state, repositoryId, query.get("milestone"));
  if (milestone === null) return undefined;
  const somebody = assignee === "*" ? "any" : assignee === "none" ? "none" : undefined;
  return {
    repositoryIds: [repositoryId],
    state: state === "all" ? undefined : state,
    labels: (query.get("labels") ?? "").split(",", maxLabels).filter((name) => name !== ""),
    since: sinceOf(query) || undefined,
    authorId: author?.id,
    assignee: assigned?.id ?? somebody,
    milestone,
  };
}

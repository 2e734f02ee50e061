/** Helpers for handlers: read a request's parameters and body, and find what its path names. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../http/response.ts";
import { type RequiredAccess, repositoryFor } from "../ops/access/access.ts";
import { findIssue, findPull, findRepository } from "../ops/search/find.ts";
import { fullName } from "../present/repository.ts";
import { type Issue, issueById } from "../state/issues/issues.ts";
import type { Pull } from "../state/pulls/pulls.ts";
import { type Repository, repositoryById } from "../state/repositories.ts";
import type { RestRequest } from "./route.ts";
import { WatchedQuery } from "./unread.ts";

/** Labels of an issue, which may be given as names or as objects. */
export const labelNames = z
  .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
  .max(100);

/** Protocols that webhooks can be sent to. */
export const webUrl = z.url({ protocol: /^https?$/ });

const largestPage = 100;
const ordinaryPage = 30;

export function numberParam(request: RestRequest, name: string): number {
  return Number(request.params[name]);
}

export function textParam(request: RestRequest, name: string): string {
  return request.params[name] ?? "";
}

/** Validates a body against its schema; returns 422 with GitHub's message if it is invalid. */
export function withBody<S extends z.ZodType>(
  request: RestRequest,
  schema: S,
  work: (body: z.output<S>) => HttpResponse,
): HttpResponse {
  const read = schema.safeParse(request.body ?? {});
  if (read.success) return work(read.data);
  const problems = read.error.issues.map((issue) => `For '/${issue.path.join("/")}', ${issue.message}.`);
  return failure(422, `Invalid request.\n\n${problems.join("\n")}`);
}

/** Finds the repository of the path. */
export function withRepository(
  request: RestRequest,
  work: (repository: Repository) => HttpResponse,
): HttpResponse {
  const found = findRepository(
    request.core,
    request.actor,
    textParam(request, "owner"),
    textParam(request, "repo"),
  );
  return toResponse(found, work);
}

/** Finds the issue of the path; a transferred one is a redirect. */
export function withIssue(
  request: RestRequest,
  work: (issue: Issue, repository: Repository) => HttpResponse,
): HttpResponse {
  return withRepository(request, (repository) =>
    toResponse(
      findIssue(request.core, request.actor, repository, numberParam(request, "issue_number")),
      (issue) => work(issue, repository),
      (issueId) => linkTo(request, issueId),
    ),
  );
}

/** Finds the pull request of the path. */
export function withPull(
  request: RestRequest,
  work: (pull: Pull, repository: Repository) => HttpResponse,
): HttpResponse {
  return withRepository(request, (repository) =>
    toResponse(
      findPull(request.core, request.actor, repository, numberParam(request, "pull_number")),
      (pull) => work(pull, repository),
    ),
  );
}

/** Finds the repository of the path for an action that needs more than read access. */
export function withAllowed(
  request: RestRequest,
  need: RequiredAccess,
  work: (repository: Repository) => HttpResponse,
): HttpResponse {
  return withRepository(request, ({ id }) =>
    toResponse(repositoryFor(request.viewing.state, request.actor, id, need), work),
  );
}

function linkTo({ viewing: { state, site } }: RestRequest, issueId: number): string {
  const issue = issueById(state, issueId);
  const repository = issue && repositoryById(state, issue.repositoryId);
  if (issue === undefined || repository === undefined) return site.api;
  return `${site.api}/repos/${fullName(state, repository)}/issues/${issue.number}`;
}

export interface PageRequest {
  readonly number: number;
  readonly offset: number;
  readonly limit: number;
}

export function requestedPage(query: URLSearchParams): PageRequest {
  const limit = Math.min(Math.max(wholeNumber(query.get("per_page")) ?? ordinaryPage, 1), largestPage);
  const number = Math.max(wholeNumber(query.get("page")) ?? 1, 1);
  return { number, limit, offset: (number - 1) * limit };
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * Responds with one page and its `Link` header. @param fetch returns up to `limit` items, one more than the
 * page shows
 */
export function paged<T>(
  request: RestRequest,
  fetch: (page: { readonly offset: number; readonly limit: number }) => readonly T[],
  present: (item: T) => unknown,
  total?: () => number,
): HttpResponse {
  const page = requestedPage(request.query);
  const items = fetch({ offset: page.offset, limit: page.limit + 1 });
  const shown = items.slice(0, page.limit);
  const last = total === undefined ? undefined : Math.ceil(total() / page.limit);
  return json(200, shown.map(present), linkHeader(request, page, items.length > page.limit, last));
}

/** The `Link` header of a page, empty if it is the only one. */
export function linkHeader(
  request: RestRequest,
  page: PageRequest,
  hasNext: boolean,
  last: number | undefined,
): Record<string, string> {
  const address = (number: number): string => {
    const query = new URLSearchParams(request.query);
    query.set("page", String(number));
    return `<${request.viewing.site.api}${request.path}?${query}>`;
  };
  const links = [
    ...(page.number > 1 ? [`${address(page.number - 1)}; rel="prev"`] : []),
    ...(hasNext ? [`${address(page.number + 1)}; rel="next"`] : []),
    ...(hasNext && last !== undefined ? [`${address(last)}; rel="last"`] : []),
    ...(page.number > 1 ? [`${address(1)}; rel="first"`] : []),
  ];
  return links.length === 0 ? {} : { link: links.join(", ") };
}

/** Pages through a list that is small enough to be read whole. */
export function pagedList<T>(
  request: RestRequest,
  items: readonly T[],
  present: (item: T) => unknown,
): HttpResponse {
  return paged(
    request,
    ({ offset, limit }) => items.slice(offset, offset + limit),
    present,
    () => items.length,
  );
}

/** An instant of the query in stored form; empty, which sorts before everything, if there is none. */
export function sinceOf(query: URLSearchParams): string {
  const at = Date.parse(query.get("since") ?? "");
  return Number.isNaN(at) ? "" : `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** One of the allowed words, or the first of them. */
export function queryChoice<const W extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly [W, ...W[]],
): W {
  const given = query.get(name);
  const found = words.find((word) => word === given);
  if (found === undefined && given !== null && query instanceof WatchedQuery) query.passOver(name);
  return found ?? words[0];
}

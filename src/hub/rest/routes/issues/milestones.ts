/** Milestones of a repository, and the labels of the issues in one. */
import { z } from "zod";
import { toIsoSeconds } from "../../../../base/clock.ts";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { createMilestone, deleteMilestone, updateMilestone } from "../../../ops/repository/milestones.ts";
import { presentLabel } from "../../../present/issues/label.ts";
import { presentMilestone } from "../../../present/issues/milestone.ts";
import type { IssueFilter } from "../../../state/issues/issue-lists.ts";
import { labelsOfMilestone } from "../../../state/issues/labels.ts";
import {
  countsOfMilestone,
  type Milestone,
  milestoneByNumber,
  milestonesOf,
} from "../../../state/issues/milestones.ts";
import type { State } from "../../../state/state.ts";
import { numberParam, pagedList, queryChoice, withAllowed, withBody, withRepository } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const dueOn = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: "due_on is not a time" })
  .transform((text) => toIsoSeconds(Date.parse(text)))
  .nullish();
const changes = z.object({
  title: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
  description: z.string().nullish(),
  due_on: dueOn,
});
const creation = changes.extend({ title: z.string() });
const all = "/repos/{owner}/{repo}/milestones";
const one = `${all}/{milestone_number}`;

export const milestoneRoutes: readonly Route[] = [
  route("GET", all, list),
  route("POST", all, (request) =>
    withRepository(request, ({ id: repositoryId }) =>
      withBody(request, creation, ({ due_on: due, ...input }) => {
        const made = createMilestone(request.core, request.actor, { ...input, dueOn: due, repositoryId });
        return toResponse(made, (milestone) => {
          const body = presentMilestone(request.viewing, milestone);
          return json(201, body, { location: body.url });
        });
      }),
    ),
  ),
  route("GET", one, (request) =>
    withMilestone(request, (milestone) => json(200, presentMilestone(request.viewing, milestone))),
  ),
  route("PATCH", one, (request) =>
    withRepository(request, ({ id: repositoryId }) =>
      withBody(request, changes, ({ due_on: due, ...input }) => {
        const asked = {
          ...input,
          dueOn: due,
          repositoryId,
          number: numberParam(request, "milestone_number"),
        };
        return toResponse(updateMilestone(request.core, request.actor, asked), (milestone) =>
          json(200, presentMilestone(request.viewing, milestone)),
        );
      }),
    ),
  ),
  route("DELETE", one, (request) =>
    withRepository(request, ({ id: repositoryId }) => {
      const asked = { repositoryId, number: numberParam(request, "milestone_number") };
      return toResponse(deleteMilestone(request.core, request.actor, asked), () => noContent);
    }),
  ),
  route("GET", `${one}/labels`, (request) =>
    withMilestone(request, (milestone) =>
      pagedList(request, labelsOfMilestone(request.viewing.state, milestone.id), (label) =>
        presentLabel(request.viewing, label),
      ),
    ),
  ),
];

function list(request: RestRequest): HttpResponse {
  return withAllowed(request, needs.readIssues, (repository) => {
    const { query } = request;
    const { state } = request.viewing;
    const wanted = queryChoice(query, "state", ["open", "closed", "all"]);
    const sort = queryChoice(query, "sort", ["due_on", "completeness"]);
    const isDescending = queryChoice(query, "direction", ["asc", "desc"]) === "desc";
    const found = milestonesOf(state, repository.id)
      .filter((one) => wanted === "all" || one.state === wanted)
      .map((one) => ({ one, key: sort === "due_on" ? (one.dueOn ?? "~") : completeness(request, one) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.one.number - b.one.number))
      .map(({ one }) => one);
    return pagedList(request, isDescending ? found.toReversed() : found, (milestone) =>
      presentMilestone(request.viewing, milestone),
    );
  });
}

function completeness({ viewing }: RestRequest, { id }: Milestone): number {
  const { open, closed } = countsOfMilestone(viewing.state, id);
  return open + closed === 0 ? 0 : closed / (open + closed);
}

function withMilestone(request: RestRequest, work: (milestone: Milestone) => HttpResponse): HttpResponse {
  return withAllowed(request, needs.readIssues, (repository) => {
    const number = numberParam(request, "milestone_number");
    const found = milestoneByNumber(request.viewing.state, repository.id, number);
    return found === undefined ? failure(404, "Not Found") : work(found);
  });
}

/** The filter for a list's `milestone`. @returns null for a milestone that does not exist */
export function milestoneFilter(
  state: State,
  repositoryId: number,
  asked: string | null,
): IssueFilter["milestone"] | null {
  if (asked === null || asked === "") return undefined;
  if (asked === "*" || asked === "none") return asked === "*" ? "any" : "none";
  return milestoneByNumber(state, repositoryId, Number(asked))?.id ?? null;
}

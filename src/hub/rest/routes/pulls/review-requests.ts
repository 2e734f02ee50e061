/** Requested reviewers of a pull request. The hub has no teams. */
import { z } from "zod";
import { type HttpResponse, json, toResponse } from "../../../http/response.ts";
import { removeReviewRequests, requestReviews } from "../../../ops/pulls/review-requests.ts";
import { presentUser } from "../../../present/account.ts";
import { presentPullBriefly } from "../../../present/pulls/pull.ts";
import { requestedReviewersOf } from "../../../state/pulls/review-requests.ts";
import { withBody, withPull } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const reviewers = z.object({ reviewers: z.array(z.string()).max(100).default([]) });
const path = "/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";

export const reviewRequestRoutes: readonly Route[] = [
  route("GET", path, (request) =>
    withPull(request, (pull) => {
      const { state, site } = request.viewing;
      const users = requestedReviewersOf(state, pull.id).map((user) => presentUser(site, user));
      return json(200, { users, teams: [] });
    }),
  ),
  route("POST", path, (request) => change(request, requestReviews, 201)),
  route("DELETE", path, (request) => change(request, removeReviewRequests, 200)),
];

function change(request: RestRequest, work: typeof requestReviews, status: number): HttpResponse {
  return withPull(request, ({ id: pullId }) =>
    withBody(request, reviewers, ({ reviewers: logins }) =>
      toResponse(work(request.core, request.actor, { pullId, logins }), (pull) =>
        json(status, presentPullBriefly(request.viewing, pull)),
      ),
    ),
  );
}

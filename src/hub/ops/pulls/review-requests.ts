/** Requests reviews from people and withdraws requests. A submitted review fulfils its request. */
import type { HubCore } from "../../core.ts";
import { presentUser } from "../../present/account.ts";
import { type User, userByLogin } from "../../state/accounts/users.ts";
import { touchIssue } from "../../state/issues/issues.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import {
  deleteReviewRequest,
  insertReviewRequest,
  requestedReviewersOf,
} from "../../state/pulls/review-requests.ts";
import type { Actor } from "../access/actor.ts";
import { isAssignable } from "../issues/assignees.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { announce, type IssueWrite, note, write } from "../write.ts";
import { steerPull } from "./steer-pull.ts";

export interface ReviewRequestInput {
  readonly pullId: number;
  readonly logins: readonly string[];
}

export function requestReviews(core: HubCore, actor: Actor, input: ReviewRequestInput): OpResult<Pull> {
  return onReviewers(core, actor, input, (session, pull, people) => {
    if (people.some(({ id }) => id === pull.issue.authorId))
      return unprocessable("Review cannot be requested from pull request author.");
    if (people.some((user) => !isAssignable(core.state, session.repository, user)))
      return unprocessable(
        "Reviews may only be requested from collaborators. One or more of the users you specified is not a collaborator of the repository.",
      );
    for (const user of people)
      if (insertReviewRequest(core.state, pull.id, user.id)) record(session, "review_requested", user);
    return ok(undefined);
  });
}

export function removeReviewRequests(core: HubCore, actor: Actor, input: ReviewRequestInput): OpResult<Pull> {
  return onReviewers(core, actor, input, (session, pull, people) => {
    for (const user of people)
      if (deleteReviewRequest(core.state, pull.id, user.id)) record(session, "review_request_removed", user);
    return ok(undefined);
  });
}

/** Sets the requested reviewers to exactly these people, or adds these to them. */
export function setReviewRequests(
  core: HubCore,
  actor: Actor,
  input: ReviewRequestInput & { readonly keepsOthers: boolean },
): OpResult<Pull> {
  return write(core, () => {
    const others = requestedReviewersOf(core.state, input.pullId)
      .map(({ login }) => login)
      .filter((login) => !input.logins.includes(login));
    if (!input.keepsOthers) {
      const removed = removeReviewRequests(core, actor, { pullId: input.pullId, logins: others });
      if (removed.kind !== "ok") return removed;
    }
    return requestReviews(core, actor, input);
  });
}

function onReviewers(
  core: HubCore,
  actor: Actor,
  { pullId, logins }: ReviewRequestInput,
  work: (session: IssueWrite, pull: Pull, people: readonly User[]) => OpResult<undefined>,
): OpResult<Pull> {
  return write(core, () => {
    const begun = steerPull(core, actor, pullId);
    if (begun.kind !== "ok") return begun;
    const { pull, session } = begun.value;
    const people = logins.flatMap((login) => userByLogin(core.state, login) ?? []);
    if (people.length < logins.length) return unprocessable("Could not resolve to a user.");
    const done = work(session, pull, people);
    if (done.kind !== "ok") return done;
    const now = pullById(core.state, pullId);
    return now === undefined ? notFound : ok(now);
  });
}

function record(session: IssueWrite, event: "review_requested" | "review_request_removed", user: User): void {
  touchIssue(session.core.state, session.issueId, session.at);
  note(session, { event, reviewerId: user.id });
  announce(session, event, { requested_reviewer: presentUser(session.core.site, user) });
}

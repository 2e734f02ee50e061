/** Mutations of reviews and review threads. The hub has no pending reviews. */
import { resolveThread, type SubmitReviewInput, submitReview } from "../../ops/pulls/reviews.ts";
import { pullById } from "../../state/pulls/pulls.ts";
import { notImplemented } from "../executor/failure.ts";
import { reviewNode, threadNode } from "../listing/reviews.ts";
import { idOf, type MutationResolver, type MutationResolvers, outcome } from "./call.ts";

const states: Readonly<Record<string, SubmitReviewInput["state"]>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

export const reviewMutations: MutationResolvers = {
  addPullRequestReview: (call) => {
    const { input, viewing } = call;
    const event = input.optionalText("event");
    const state = states[event ?? ""];
    if (state === undefined) throw notImplemented(`AddPullRequestReviewInput.event: ${event ?? "none"}`);
    const review = outcome(
      call,
      submitReview(viewing.core, viewing.actor, {
        pullId: idOf(call, "pullRequestId", "PR"),
        state,
        body: input.optionalText("body"),
        commitSha: input.optionalText("commitOID"),
      }),
    );
    const pull = pullById(viewing.core.state, review.pullId);
    return { pullRequestReview: pull === undefined ? null : reviewNode(viewing.core, pull, review) };
  },
  resolveReviewThread: resolving(true),
  unresolveReviewThread: resolving(false),
};

function resolving(resolved: boolean): MutationResolver {
  return (call) => {
    const { core, actor } = call.viewing;
    const asked = { threadId: idOf(call, "threadId", "PRRT"), resolved };
    const thread = outcome(call, resolveThread(core, actor, asked));
    const pull = pullById(core.state, thread.pullId);
    return { thread: pull === undefined ? null : threadNode(core, pull, thread) };
  };
}

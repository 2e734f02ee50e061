/**
 * Our check run as a mutation, which is sent with those of issues. Only for a new run without notes and button: a run
 * that exists is looked up and changed in place (`write-check.ts`).
 */
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { Ourselves } from "../read/comments.ts";
import { checkName } from "../read/evidence/check-runs.ts";
import type { OwnRuns } from "../read/evidence/own-runs.ts";
import type { Prepared } from "./batch/batch.ts";
import { signCheck } from "./check-marker.ts";
import type { Mutation } from "./mutation.ts";

export interface NewChecks {
  readonly ourselves: Pick<Ourselves, "keys" | "host">;
  readonly ownRuns: OwnRuns;
}

/** Undefined if it has to be written on its own. */
export function prepareNewCheck(
  { ourselves, ownRuns }: NewChecks,
  queued: QueuedEffect,
): Prepared | undefined {
  const { effect, repositoryId, sentAt, issueId } = queued;
  if (effect.type !== "ShowCheck" || effect.annotations.length > 0 || effect.offersAccept) return undefined;
  const { headSha, shows, title, summary } = effect;
  const place = { host: ourselves.host, repositoryId, headSha };
  // If it was sent before, it may be there.
  if (sentAt !== undefined || !ownRuns.hasNone(place)) return undefined;
  ownRuns.take(place);
  const input = {
    repositoryId,
    headSha,
    name: checkName,
    status: "COMPLETED",
    output: { title, summary },
    externalId: signCheck(ourselves.keys, { ...place, issueId, shows }),
    conclusion: effect.conclusion.toUpperCase(),
  };
  const mutation: Mutation = {
    field: "createCheckRun",
    inputType: "CreateCheckRunInput",
    input,
    ask: "checkRun { id }",
  };
  return { queued, size: 1, mutations: [mutation] };
}

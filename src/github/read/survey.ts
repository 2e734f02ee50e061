/**
 * Asks about many repositories in one request. Leave a repository out if anything in it failed: in GraphQL a
 * failed field is a null, and a repository without a head or labels would look changed, or worse, unchanged.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import type { Surveyed } from "../../dispatcher/ports/survey.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Client, GraphqlResult } from "../transport/client.ts";
import type { SchemaFeatures } from "../transport/schema-features.ts";
import { isTimeOut, TimeOuts } from "../transport/time-outs.ts";
import { type IssueTypes, issueTypesShape } from "./issue-types.ts";
import { surveyQuery } from "./queries.ts";

const atOnce = 100;
/** Of those that are no time-outs. */
const maxFailures = 3;

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const surveyShape = z.object({
  name: z.string(),
  isPrivate: z.boolean(),
  isArchived: z.boolean(),
  owner: z.object({ login: z.string() }),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
  changed: z.object({ nodes: z.array(z.object({ updatedAt: instant })) }),
  open: z.object({ totalCount: z.number() }),
  labels: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
/** Apart, as the rest of the survey stands without them. */
const typesShape = z.object({ issueTypes: issueTypesShape });

export function createSurvey(
  client: Client,
  clock: Clock,
  features: SchemaFeatures,
  types: Pick<IssueTypes, "isDue" | "remember">,
  random: () => number,
): Tracker["survey"] {
  return async (installationId, ids) => {
    const timeOuts = new TimeOuts(clock, random);
    const found = new Map<RepositoryId, Surveyed>();
    const left = [...portionsOf(ids, atOnce)];
    let mayAskTypes = true;
    for (let failures = 0, some = left.shift(); some !== undefined; some = left.shift()) {
      const surveyedAt = clock.now();
      const asksTypes = mayAskTypes && some.some(types.isDue);
      try {
        const canShrink = some.length > 1;
        const answer = await client.query(
          installationId,
          surveyQuery(asksTypes),
          { ids: some },
          { canShrink },
        );
        for (const [at, id] of some.entries()) {
          const surveyed = surveyedIn(answer, at, surveyedAt);
          if (surveyed !== undefined) found.set(id, surveyed);
          const read = typesShape.safeParse(nodeAt(answer, at));
          if (read.success && !isHurt(answer, at, "types"))
            types.remember(id, read.data.issueTypes, surveyedAt);
        }
        failures = 0;
        timeOuts.noteAnswer();
      } catch (thrown) {
        if (asksTypes && thrown instanceof RequestFailed && thrown.failure.type === "refused") {
          features.learn(thrown.failure.message);
          mayAskTypes = false;
          left.unshift(some);
          continue;
        }
        const next = afterFailure(thrown, some);
        if (next === undefined) throw thrown;
        if (thrown instanceof RequestFailed && isTimeOut(thrown)) await timeOuts.waitAfter(thrown);
        else if (++failures >= maxFailures) throw thrown;
        left.unshift(...next);
      }
    }
    return found;
  };
}

/**
 * The request to send instead; undefined if it has to be retried later. A refusal concerns the document as a
 * whole.
 */
function afterFailure(
  thrown: unknown,
  some: readonly RepositoryId[],
): readonly (readonly RepositoryId[])[] | undefined {
  if (!(thrown instanceof RequestFailed)) return undefined;
  const { failure } = thrown;
  if (failure.type === "refused" || failure.type === "gone") return [];
  const isHeldUp = failure.type === "wait" && failure.scope === "installation";
  return isHeldUp || some.length === 1 ? undefined : [...portionsOf(some, Math.ceil(some.length / 2))];
}

function nodeAt({ data }: GraphqlResult, at: number): unknown {
  return Array.isArray(data.nodes) ? data.nodes[at] : undefined;
}

/** Whether anything in it failed, in the issue types or in the rest. */
function isHurt({ problems }: GraphqlResult, at: number, of: "types" | "rest"): boolean {
  return problems.some(
    ({ path }) =>
      path === undefined || (path[1] === at && (path[2] === "issueTypes" ? "types" : "rest") === of),
  );
}

function surveyedIn(whole: GraphqlResult, at: number, surveyedAt: Millis): Surveyed | undefined {
  const answer = surveyShape.safeParse(nodeAt(whole, at));
  if (isHurt(whole, at, "rest") || !answer.success) return undefined;
  const { name, owner, isPrivate, isArchived, defaultBranchRef, changed, open, labels } = answer.data;
  return {
    repository: { owner: owner.login, name, isPrivate, isArchived },
    head: defaultBranchRef
      ? { branch: defaultBranchRef.name, commit: defaultBranchRef.target.oid }
      : undefined,
    changedAt: changed.nodes[0]?.updatedAt,
    openIssues: open.totalCount,
    labels: labels.nodes,
    surveyedAt,
  };
}

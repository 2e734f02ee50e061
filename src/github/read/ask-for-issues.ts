/** Asks GitHub for one batch of issues, and learns from its answers how many it takes at once and what it does not know. */
import type { Clock } from "../../base/clock.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { BatchSizes } from "../transport/batch-size.ts";
import type { Client, GraphqlResult } from "../transport/client.ts";
import { isGraphqlErrors } from "../transport/octokit-errors.ts";
import { isTooMuch } from "../transport/request-failure.ts";
import type { SchemaFeatures } from "../transport/schema-features.ts";
import { isTimeOut, type TimeOuts } from "../transport/time-outs.ts";
import type { Ourselves } from "./comments.ts";
import type { FirstTexts } from "./first-texts.ts";
import { type IssueTarget, issuesQuery } from "./queries.ts";

/**
 * Issues per request: 50 times its labels, links and comments stay far below GitHub's half million nodes. GitHub also
 * limits the work in a request, and its time to ten seconds, so that batches shrink until it answers.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#other-resource-limits
 */
export const issuesAtOnce = { initial: 50, max: 50, min: 1 };

export interface IssueReader {
  readonly client: Client;
  readonly ourselves: Ourselves;
  readonly clock: Clock;
  readonly random: () => number;
  readonly features: SchemaFeatures;
  readonly firstTexts: FirstTexts;
  /** How many issues are read in one request, as GitHub took the ones before. */
  readonly sizes: BatchSizes;
}

/** One read of many issues. */
export interface IssueBatches extends IssueReader {
  readonly timeOuts: TimeOuts;
}

/** For what follows a batch that was too much: its parts say nothing about how much GitHub takes. */
export function withoutGrowth(reading: IssueBatches): IssueBatches {
  return { ...reading, sizes: { ...reading.sizes, accepted: () => {} } };
}

/**
 * Learns from the answer how much GitHub takes. Undefined if the request as a whole was too much. One for several issues that
 * GitHub does not answer in time is sent once: its parts follow, after a wait.
 * @throws RequestFailed
 */
export async function askForIssues(
  reading: IssueBatches,
  installationId: InstallationId,
  targets: readonly IssueTarget[],
  own: readonly string[],
): Promise<GraphqlResult | undefined> {
  const { clock, sizes } = reading;
  const askedAt = clock.now();
  try {
    const answer = await ask(reading, installationId, targets, own);
    if (answer.problems.some(isTooMuch)) sizes.tooMuch(installationId);
    else sizes.accepted(installationId, { count: targets.length, tookMs: clock.now() - askedAt });
    reading.timeOuts.noteAnswer();
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { failure, cause } = thrown;
    const isLimit = isGraphqlErrors(cause) && failure.type === "refused" && cause.errors.some(isTooMuch);
    if (isLimit || isTimeOut(thrown)) sizes.tooMuch(installationId);
    if (!isLimit && targets.length === 1) throw thrown;
    if (!isLimit) await reading.timeOuts.waitAfter(thrown);
    return undefined;
  }
}

/** Asks again, without what an older host does not know, once it said so. */
async function ask(
  { client, features }: IssueReader,
  installationId: InstallationId,
  targets: readonly IssueTarget[],
  own: readonly string[],
): Promise<GraphqlResult> {
  for (;;) {
    const { document, variables } = issuesQuery(targets, own, features);
    try {
      return await client.query(installationId, document, variables, { canShrink: targets.length > 1 });
    } catch (thrown) {
      const isNews = thrown instanceof RequestFailed && features.learn(thrown.failure.message);
      if (!isNews) throw thrown;
    }
  }
}

/**
 * Reads issues with a caller's token, in one request and without further pages: what did not fit is said to be
 * incomplete. The App reads by `read-issues.ts`, which misses nothing and may take many requests.
 */
import type { Clock } from "../../base/clock.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { Fact, IssueSeen, Links, NodeId } from "../../engine/model/fact.ts";
import type { RenamedLabels } from "../../protocol/label-name.ts";
import { shippedNames } from "../identity/renamed.ts";
import { toIssueSeen } from "../read/issue-seen.ts";
import { linksOf } from "../read/pages.ts";
import { type IssueTarget, issuesQuery, type Query } from "../read/queries.ts";
import { readOutcome } from "../read/read-outcome.ts";
import type { IssueResponse, LinkPage } from "../read/response-shape.ts";
import type { Client, GraphqlResult } from "../transport/client.ts";
import type { SchemaFeatures } from "../transport/schema-features.ts";
import { sharedMarkerKeys } from "../write/marker.ts";
import { servingBot, withAppsWords } from "./app-words.ts";

/** The caller has no installation; requests are counted under this number. */
export const callersAccount = 0;
/** The most that one request reads. */
export const maxTargets = 50;
const comments = 100;

export interface CallerReader {
  readonly client: Pick<Client, "query">;
  readonly clock: Clock;
  readonly features: SchemaFeatures;
  /** As `signedHost` writes it. */
  readonly host: string;
}

/** An issue as read once. */
export interface ReadOnce {
  readonly response: IssueResponse;
  /** Whether it has more comments or links than were read. */
  readonly isCut: boolean;
}

export function targetOf(target: { readonly id: string } | Named): IssueTarget {
  return { ...target, comments, isFirst: true };
}

interface Named {
  readonly owner: string;
  readonly name: string;
  readonly number: number;
}

/** Those of the targets that are issues which the caller may see. Throws `RequestFailed`. */
export async function readOnce(
  reader: CallerReader,
  targets: readonly IssueTarget[],
): Promise<readonly ReadOnce[]> {
  const answer = await askAgain(reader, () =>
    issuesQuery(targets, [], { has: reader.features.has, isCaller: true }),
  );
  return targets.flatMap((_, at) => {
    const outcome = readOutcome(answer, `i${at}`);
    return outcome.type === "read" ? [{ response: outcome.issue, isCut: isCut(outcome.issue) }] : [];
  });
}

/** Asks again, without what an older host does not know, once it said so. */
export async function askAgain(
  { client, features }: CallerReader,
  query: () => Query,
): Promise<GraphqlResult> {
  for (;;) {
    const { document, variables } = query();
    try {
      return await client.query(callersAccount, document, variables);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed) || !features.learn(thrown.failure.message)) throw thrown;
    }
  }
}

function isCut({ comments: page, blockedBy, blocking }: IssueResponse): boolean {
  const links = [blockedBy, blocking].some((side) => side?.pageInfo.hasNextPage === true);
  return page.pageInfo.hasPreviousPage || links;
}

interface FactsOptions {
  readonly labels: RenamedLabels;
  /** The leader that the settings name. */
  readonly leader: NodeId | undefined;
}

export function factsOf(
  { clock, host }: CallerReader,
  read: readonly ReadOnce[],
  { labels, leader }: FactsOptions,
): readonly Fact[] {
  const readAt = clock.now();
  const botId = servingBot(
    read.map(({ response }) => response),
    leader,
  );
  return read.map(({ response }) => {
    const issue = seenIssue(response, botId ?? "", host);
    return { type: "IssueSeen", issue: { ...issue, labels: shippedNames(issue.labels, labels) }, readAt };
  });
}

function seenIssue(response: IssueResponse, botId: NodeId, host: string): IssueSeen {
  // These keys verify nothing; what the App wrote is taken by `withAppsWords`.
  const ourselves = { botId, keys: sharedMarkerKeys(""), app: { botLogin: "" }, host };
  const issue = toIssueSeen(ourselves, {
    issue: response,
    comments: response.comments.nodes,
    blockedBy: response.blockedBy && onePage(response.blockedBy),
    blocking: response.blocking && onePage(response.blocking),
  });
  return withAppsWords(issue, response, botId);
}

function onePage(page: LinkPage): Links {
  return { ...linksOf([page]), complete: !page.pageInfo.hasNextPage };
}

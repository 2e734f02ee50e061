/**
 * References by number: an issue, pull request or comment that mentions another one leaves `cross-referenced`
 * there, a pushed commit leaves `referenced`. Each source leaves one event per target, however often it
 * mentions it.
 */
import { fullName } from "../present/repository.ts";
import { hasEventFrom, insertEvent } from "../state/issues/events.ts";
import { type Issue, issueByNumber } from "../state/issues/issues.ts";
import { repositoryByName } from "../state/repositories.ts";
import { can, needFor, needs } from "./access/access.ts";
import { appIdOf } from "./access/actor.ts";
import { plainProse } from "./plain-prose.ts";
import type { IssueWrite } from "./write.ts";

const reference =
  /(?<![\w&/#-])([\w-]{1,39}\/[\w.-]{1,100})?#(\d{1,9})\b|\bhttps?:\/\/[^\s/]{1,255}\/([\w-]{1,39}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})\b/g;
const maxRead = 65_536;
const maxReferences = 100;

export type ReferenceSession = Pick<IssueWrite, "core" | "writer" | "repository" | "at">;

/** Records the references in an issue's body or in a comment on it. */
export function noteReferences(
  session: ReferenceSession & { readonly issueId: number },
  markdown: string,
): void {
  if (!/#\d|\/(?:issues|pull)\/\d/.test(markdown)) return;
  const sourceIssueId = session.issueId;
  for (const target of targetsIn(session, plainProse(markdown.slice(0, maxRead)))) {
    if (target.id === sourceIssueId) continue;
    noteOnce(session, target, { event: "cross-referenced", sourceIssueId });
  }
}

/** Records the references in a commit's message. */
export function noteCommitReferences(session: ReferenceSession, commitSha: string, message: string): void {
  for (const target of targetsIn(session, message.slice(0, maxRead)))
    noteOnce(session, target, { event: "referenced", commitSha, repositoryId: session.repository.id });
}

function noteOnce(
  { core, writer, at }: ReferenceSession,
  target: Issue,
  detail: Parameters<typeof hasEventFrom>[2],
): void {
  if (hasEventFrom(core.state, target.id, detail)) return;
  insertEvent(
    core.state,
    { issueId: target.id, actorId: writer.user.id, appId: appIdOf(writer), detail },
    at,
  );
}

/** Issues and pull requests that a text mentions and the writer may read, each once. */
function targetsIn(
  { core: { state }, writer, repository }: ReferenceSession,
  text: string,
): readonly Issue[] {
  const found = new Map<number, Issue>();
  for (const [, before, number, inAddress, numberInAddress] of text.matchAll(reference)) {
    const [owner = "", name = ""] = (before ?? inAddress ?? fullName(state, repository)).split("/");
    const place = repositoryByName(state, owner, name);
    const issue = place && issueByNumber(state, place.id, Number(number ?? numberInAddress));
    if (place === undefined || issue === undefined) continue;
    if (!can(state, writer, place, needFor(state, writer, issue, needs.readIssues))) continue;
    found.set(issue.id, issue);
    if (found.size >= maxReferences) break;
  }
  return [...found.values()];
}

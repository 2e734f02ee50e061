/**
 * Finds closing keywords, "Closes #12", in a pull request's body or a commit's message. As on GitHub, they
 * count only towards the default branch, and only for issues.
 */
import { fullName } from "../../present/repository.ts";
import { type Issue, issueByNumber } from "../../state/issues/issues.ts";
import { type Pull, pullsMentioning } from "../../state/pulls/pulls.ts";
import { type Repository, repositoryById, repositoryByName } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { plainProse } from "../plain-prose.ts";

const promise =
  /(?<![\w-])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]+(?:https?:\/\/[^\s/]+\/)?([\w.-]+\/[\w.-]+)?(?:#|\/issues\/)(\d{1,9})\b/gi;
const maxRead = 65_536;
const maxIssues = 100;

/** Database ids of the issues that a merge would close, in the order of the body. */
export function closingIssueIds(state: State, pull: Pull): readonly number[] {
  const repository = repositoryById(state, pull.repositoryId);
  if (repository === undefined || pull.baseRef !== repository.defaultBranch) return [];
  return closedBy(state, repository, plainProse((pull.issue.body ?? "").slice(0, maxRead)));
}

/**
 * Database ids of the issues that a commit closes on the default branch. Its message is plain text, not
 * Markdown.
 */
export function issueIdsClosedByMessage(
  state: State,
  repository: Repository,
  message: string,
): readonly number[] {
  return closedBy(state, repository, message.slice(0, maxRead));
}

function closedBy(state: State, repository: Repository, text: string): readonly number[] {
  const ids = [...text.matchAll(promise)].flatMap(([, name, number]) => {
    const [owner = "", repo = ""] = (name ?? fullName(state, repository)).split("/");
    const target = repositoryByName(state, owner, repo);
    const issue = target && issueByNumber(state, target.id, Number(number));
    return issue === undefined || issue.pullId !== null ? [] : [issue.id];
  });
  return [...new Set(ids)].slice(0, maxIssues);
}

/** Pull requests of the same repository that would close an issue. */
export function pullsClosing(state: State, issue: Issue): readonly Pull[] {
  return pullsMentioning(state, issue.repositoryId, String(issue.number)).filter((pull) =>
    closingIssueIds(state, pull).includes(issue.id),
  );
}

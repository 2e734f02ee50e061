/**
 * Routes that GitHub has and the hub does not. They return 501, so that a client does not mistake a missing
 * feature for a missing record; unknown paths are an ordinary 404.
 */
import { failure, type HttpResponse } from "../http/response.ts";

const roots =
  "advisories app app-manifests applications apps assignments classrooms codes_of_conduct emojis enterprises events feeds gists gitignore installation issues licenses markdown marketplace_listing meta networks notifications octocat orgs organizations projects rate_limit repos repositories search teams user users versions zen".split(
    " ",
  );

const partsOfRepository =
  "actions activity assignees attestations autolinks branches check-runs check-suites code-scanning codeowners codespaces collaborators comments commits community compare contents contributors dependabot dependency-graph deployments dispatches environments events forks git hooks immutable-releases import interaction-limits invitations issue-types issues keys labels languages license merge-upstream merges milestones notifications pages private-vulnerability-reporting properties pulls readme releases rules rulesets secret-scanning security-advisories stargazers stats statuses subscribers subscription tags tarball teams topics traffic transfer vulnerability-alerts zipball".split(
    " ",
  );

export function unknownRoute(method: string, path: string): HttpResponse {
  const [root, , , part] = path.slice(1).split("/");
  const isGithubs =
    root === "repos" ? part === undefined || partsOfRepository.includes(part) : roots.includes(root ?? "");
  return isGithubs
    ? failure(501, `not implemented by the hub: ${method} ${path}`)
    : failure(404, "Not Found");
}

/** Tells what GitHub answers to the App's requests, failed ones too. */
import type { GitHubAnswer } from "../../dispatcher/ports/work-observer.ts";
import { isHttpError } from "./octokit-errors.ts";
import type { Identity, OctokitOf } from "./octokits.ts";

type Headers = Readonly<Record<string, unknown>>;

export function watchAnswers(octokitOf: OctokitOf, tell: (answer: GitHubAnswer) => void): OctokitOf {
  const watching = new WeakSet<object>();
  return async (as) => {
    const octokit = await octokitOf(as);
    if (watching.has(octokit)) return octokit;
    watching.add(octokit);
    octokit.hook.after("request", ({ status, headers }, { url }) => tell(answerOf(as, url, status, headers)));
    octokit.hook.error("request", (thrown, { url, request }) => {
      // We aborted it ourselves, so it says nothing about GitHub.
      if (request?.signal?.aborted === true) throw thrown;
      const answer = isHttpError(thrown) && thrown.response !== undefined ? thrown : undefined;
      tell(answerOf(as, url, answer?.status, answer?.response?.headers ?? {}));
      throw thrown;
    });
    return octokit;
  };
}

function answerOf(as: Identity, url: string, status: number | undefined, headers: Headers): GitHubAnswer {
  const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
  const resource = headers["x-ratelimit-resource"];
  return {
    api: url.endsWith("/graphql") ? "graphql" : "rest",
    status,
    installation: typeof as === "number" ? as : undefined,
    quota: typeof resource === "string" && Number.isFinite(remaining) ? { resource, remaining } : undefined,
  };
}

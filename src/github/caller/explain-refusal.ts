/** Explains GitHub's refusals to a person whose own token was used. */
import { GitHubRefused, messageOf, NotLoggedIn, UserError } from "../../base/errors.ts";
import { isNetworkForbidden, networkForbidden } from "../../base/no-network.ts";

export function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof Error && "status" in thrown && typeof thrown.status === "number"
    ? thrown.status
    : undefined;
}

/**
 * Runs a request.
 * @param action its purpose, phrased to follow "could not"
 * @throws UserError with GitHub's message
 */
export async function explainRefusal<T>(action: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (thrown) {
    const status = statusOf(thrown);
    if (status === undefined) throw thrown;
    const message = isNetworkForbidden(thrown) ? networkForbidden : messageOf(thrown).slice(0, 300);
    if (!isAnswered(thrown))
      throw new UserError(`GitHub could not be reached to ${action} (${message}).`, { cause: thrown });
    const Refusal = status === 401 ? NotLoggedIn : GitHubRefused;
    throw new Refusal(`GitHub could not ${action} (${status}: ${message}).${adviceFor(status)}`, {
      cause: thrown,
    });
  }
}

/** For a request without a response, Octokit also reports a status, 500, but no response. */
function isAnswered(thrown: unknown): boolean {
  return thrown instanceof Error && "response" in thrown && thrown.response !== undefined;
}

/** The response; undefined for a 404. */
export async function unlessMissing<T>(action: string, request: () => Promise<T>): Promise<T | undefined> {
  return explainRefusal(action, async () => {
    try {
      return await request();
    } catch (thrown) {
      if (statusOf(thrown) === 404) return undefined;
      throw thrown;
    }
  });
}

function adviceFor(status: number): string {
  if (status === 401) return " The token is not valid, or has expired.";
  if (status === 403 || status === 404)
    return " The token needs access to the repository and may need write access to its contents, pull requests and issues.";
  return status >= 500 ? " Try again later." : "";
}

/**
 * Parses large responses with `JSON.parse`: GraphQL's, and lists of issues. Octokit's own parser visits every
 * value for numbers beyond 2^53, which costs more than the rest of reading a response. GraphQL has none, as
 * its Int has 32 bits, and `number` is the only number that we read of listed issues. Do not parse all of
 * REST like this: ids in the delivery log are beyond 2^53, and a rounded one identifies a different delivery.
 */
import type { ProbotOctokit } from "probot";

/** Changes `octokit` and returns it. */
export function withPlainJson(octokit: ProbotOctokit): ProbotOctokit {
  octokit.hook.before("request", (options) => {
    if (isPlain(options)) options.request = { ...options.request, parseSuccessResponseBody: false };
  });
  octokit.hook.after("request", async (response, options) => {
    if (isPlain(options)) response.data = await readResponse(response.data);
  });
  return octokit;
}

/** Octokit's hooks see the route as requested, with its placeholders not yet filled in. */
const issueList = "/repos/{owner}/{repo}/issues";

function isPlain({ method, url }: { readonly method: string; readonly url: string }): boolean {
  return url.endsWith("/graphql") || (method === "GET" && url === issueList);
}

/**
 * As Octokit does it: what is not JSON stays text, and an interrupted answer is empty, which no reader
 * accepts.
 */
async function readResponse(body: ReadableStream | null): Promise<unknown> {
  let text = "";
  try {
    text = await new Response(body).text();
    return JSON.parse(text);
  } catch {
    return text;
  }
}

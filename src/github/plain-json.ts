/**
 * GraphQL's answers parsed by `JSON.parse`. Octokit's own parser visits every value for numbers beyond 2^53, which costs
 * more than the rest of reading an answer; GraphQL has none, as its Int has 32 bits. REST has (ids in the delivery log),
 * so its answers stay with Octokit.
 */
import type { ProbotOctokit } from "probot";

/** Changes `octokit` and returns it. */
export function withPlainGraphql(octokit: ProbotOctokit): ProbotOctokit {
  octokit.hook.before("request", (options) => {
    if (isGraphql(options)) options.request = { ...options.request, parseSuccessResponseBody: false };
  });
  octokit.hook.after("request", async (response, options) => {
    if (isGraphql(options)) response.data = await readAnswer(response.data);
  });
  return octokit;
}

function isGraphql({ url }: { readonly url: string }): boolean {
  return url.endsWith("/graphql");
}

/** As Octokit does it: what is no JSON stays text, and what broke off is empty, which no reader takes for an answer. */
async function readAnswer(body: ReadableStream | null): Promise<unknown> {
  let text = "";
  try {
    text = await new Response(body).text();
    return JSON.parse(text);
  } catch {
    return text;
  }
}

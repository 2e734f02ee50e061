/**
 * GraphQL with the caller's token. Anything that GitHub did not answer is an error: half of an answer would
 * mislead.
 */
import type { Octokit } from "@octokit/rest";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { isGraphqlErrors } from "../transport/octokit-errors.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { Viewer } from "./own-words.ts";

/** A query, and the shape of what GitHub responds to it. */
interface GraphqlRequest<T> {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly shape: z.ZodType<T>;
}

/**
 * @param action its purpose, phrased to follow "GitHub could not"
 * @throws UserError with GitHub's reason
 */
export async function askGraphql<T>(
  octokit: Octokit,
  action: string,
  { query, variables, shape }: GraphqlRequest<T>,
): Promise<T> {
  try {
    const data = await explainRefusal(action, () => octokit.graphql<unknown>(query, { ...variables }));
    return shape.parse(data);
  } catch (thrown) {
    if (thrown instanceof z.ZodError)
      throw new UserError(`GitHub could not ${action}: it answered something unexpected.`, { cause: thrown });
    if (!isGraphqlErrors(thrown)) throw thrown;
    const message = thrown.errors[0]?.message.slice(0, 300) ?? "it did not say why";
    throw new UserError(`GitHub could not ${action}: ${message}`, { cause: thrown });
  }
}

const viewerShape = z.object({ viewer: z.object({ id: z.string(), login: z.string() }) });

/** The owner of the token. @throws UserError if the token is not valid */
export async function readViewer(octokit: Octokit): Promise<Viewer> {
  const query = "query Viewer { viewer { id login } }";
  const { viewer } = await askGraphql(octokit, "say whose token this is", {
    query,
    variables: {},
    shape: viewerShape,
  });
  return viewer;
}

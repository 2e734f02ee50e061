/** Looks up accounts by login, as the caller. */
import type { Octokit } from "@octokit/rest";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { unlessMissing } from "../../github/caller/explain-refusal.ts";

/** @throws UserError if people who write `@name` would notify someone else */
export async function expectFreeName(
  octokit: Octokit,
  name: string,
  account: string,
  host: string,
): Promise<void> {
  const other = await idOf(octokit, name);
  if (other === undefined || other === account) return;
  throw new UserError(
    `${name} is the login of another account at ${host}, which everyone who writes @${name} would notify. Choose a name that is not a login.`,
  );
}

/** The account as people know it; as its id if GitHub does not say. */
export async function describeAccount(octokit: Octokit, account: string): Promise<string> {
  try {
    const query = "query ($id: ID!) { node(id: $id) { ... on Actor { login } } }";
    const answer: unknown = await octokit.graphql(query, { id: account });
    const { node } = loginShape.parse(answer);
    return `${node.login} (${account})`;
  } catch {
    return account;
  }
}

const loginShape = z.object({ node: z.object({ login: z.string() }) });

export async function idOf(octokit: Octokit, username: string): Promise<string | undefined> {
  const found = await unlessMissing(`look for ${username}`, () =>
    octokit.rest.users.getByUsername({ username }),
  );
  return found?.data.node_id;
}

/**
 * A login as REST and deliveries have it, so that one account has one name everywhere. GraphQL leaves out the suffix of an
 * App's bot, except in `viewer` (https://docs.github.com/en/graphql/reference/objects#bot).
 */
const suffix = "[bot]";
/** GitHub's coding agent has another name in REST: https://github.com/anthropics/claude-code-action/issues/1018. */
const withoutSuffix: ReadonlyMap<string, string> = new Map([["copilot-swe-agent", "Copilot"]]);

export function restLogin({
  __typename: type,
  login,
}: {
  readonly __typename: string;
  readonly login: string;
}): string {
  if (type !== "Bot" || login.endsWith(suffix)) return login;
  return withoutSuffix.get(login) ?? `${login}${suffix}`;
}

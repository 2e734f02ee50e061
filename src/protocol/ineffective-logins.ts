/** Logins in the settings where an account ID is required. They match no account and are silently ignored. */
import { looksLikeLogin } from "./settings/agents/account-id.ts";
import type { Settings } from "./settings/config.ts";
import { roleLadder } from "./settings/policy.ts";

const groups: ReadonlySet<string> = new Set(["people", "agents", "coordinator", ...roleLadder]);

/** One entry that has no effect. */
export interface IneffectiveLogin {
  /** Setting path, such as `trust.agents`. */
  readonly path: string;
  /** As written, without a leading `@`. */
  readonly login: string;
}

export function ineffectiveLogins({
  trust,
  agents,
  escalations,
  policy,
  leader,
}: Settings): readonly IneffectiveLogin[] {
  const at = (path: string, ids: readonly string[]): readonly IneffectiveLogin[] =>
    ids.filter(looksLikeLogin).map((id) => ({ path, login: id.replace(/^@/, "") }));
  return [
    ...at("trust.agents", trust.agents),
    ...Object.entries(agents).flatMap(([name, { account }]) => at(`agents.${name}.account`, [account])),
    ...at("escalations.assignees", escalations.assignees),
    ...at(
      "policy",
      policy.flatMap(({ who }) => who).filter((each) => !groups.has(each)),
    ),
    ...at("leader", leader === undefined ? [] : [leader]),
  ];
}

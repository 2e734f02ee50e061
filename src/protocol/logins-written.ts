/** Logins in the settings where only an account's ID counts: they name no account, and are not refused. */
import { looksLikeLogin } from "./settings/account-id.ts";
import type { Settings } from "./settings/config.ts";
import { roleLadder } from "./settings/policy.ts";

const groups: ReadonlySet<string> = new Set(["people", "agents", "coordinator", ...roleLadder]);

/** One entry that has no effect. */
export interface LoginWritten {
  /** Of the setting: `trust.agents`. */
  readonly path: string;
  /** As written, without a leading `@`. */
  readonly login: string;
}

export function loginsWritten({
  trust,
  agents,
  escalations,
  policy,
  leader,
}: Settings): readonly LoginWritten[] {
  const at = (path: string, ids: readonly string[]): readonly LoginWritten[] =>
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

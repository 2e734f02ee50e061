/** The accounts that settings name by id: each has to be one, or a mistyped id would leave an agent out of the roster. */
import type { Settings } from "../config.ts";
import { roleLadder } from "../policy.ts";
import { rosterOf } from "./roster.ts";

const words: ReadonlySet<string> = new Set(["people", "agents", "coordinator", "vote", ...roleLadder]);

export function accountsIn(settings: Settings): readonly string[] {
  const { trust, policy, escalations, leader } = settings;
  const decide = policy.flatMap(({ who }) => who).filter((who) => !words.has(who));
  const listed = rosterOf(settings).map(({ account }) => account);
  const all = [...listed, ...trust.agents, ...decide, ...escalations.assignees];
  return [...new Set(leader === undefined ? all : [...all, leader])];
}

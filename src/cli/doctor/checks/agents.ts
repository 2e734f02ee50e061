/** Says to whom texts are attributed, where agents share an account with a person. */

import { type Agent, isShared, rosterOf } from "../../../protocol/settings/agents/roster.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { type CheckResult, passed } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

export function checkAgents({ store }: Pick<DoctorFacts, "store">): readonly CheckResult[] {
  if (typeof store !== "object") return [];
  return store.repositories.flatMap(({ name, settings: text }) => {
    const reading = readSettings(text ?? "");
    if (!reading.ok) return [];
    const { settings } = reading;
    const shared = rosterOf(settings).filter(({ account }) => isShared(settings, account));
    const accounts = new Set(shared.map(({ account }) => account));
    return [...accounts].map((account) => sharedAccount(name, account, shared));
  });
}

function sharedAccount(name: string, account: string, shared: readonly Agent[]): CheckResult {
  const agents = shared.filter((agent) => agent.account === account);
  const signing = agents.filter(hasKey);
  const others = agents.filter((agent) => !hasKey(agent));
  const parts = [
    `${name}: a person and ${listed(agents)} write as ${account}. What is not signed there is the person's`,
    ...(others.length === 0
      ? []
      : [`except a claim, release, beat, lock or unlock that names ${listed(others)}`]),
    ...(signing.length === 0 ? [] : [`what ${listed(signing)} signs is the agent's`]),
  ];
  return passed("agents", `${parts.join("; ")}.`);
}

function hasKey({ keys }: Agent): boolean {
  return keys.length > 0;
}

function listed(agents: readonly Agent[]): string {
  return agents.map(({ name }) => name).join(", ");
}

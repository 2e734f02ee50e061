/** Names the starts of agents that signalbox offered: each of them costs money. */
import { formatDuration } from "../../../base/duration.ts";
import { startableAgents } from "../../../engine/starts/start.ts";
import { formatRef } from "../../../protocol/references/ref.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { type CheckResult, passed } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

export function checkStarts({ store, now }: Pick<DoctorFacts, "store" | "now">): readonly CheckResult[] {
  if (typeof store !== "object") return [];
  const allowed = store.repositories.flatMap(({ name, settings: text }) => {
    const reading = readSettings(text ?? "");
    const agents = reading.ok ? startableAgents(reading.settings) : [];
    if (!reading.ok || agents.length === 0) return [];
    const { parallel, per_hour, per_day } = reading.settings.starts;
    const names = agents.map((agent) => agent.name).join(", ");
    const limits = `at most ${parallel} at once, ${per_hour} within an hour and ${per_day} within a day`;
    return passed("starts", `${name}: signalbox starts ${names}, ${limits}.`);
  });
  const current = store.starts.map(({ issue, agent, at, isTaken }) => {
    const minutes = formatDuration(Math.max(0, Math.floor((now - at) / 60_000)) * 60_000);
    const state = isTaken ? `works since it was started ${minutes} ago` : `was offered it ${minutes} ago`;
    return passed("starts", `${formatRef(issue)}: ${agent} ${state}.`);
  });
  return [...allowed, ...current];
}

/** Starts: how they are kept with a task, and which there are in its repository. */

import { type Agent, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord, StartedTask } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

export type Start = NonNullable<PersistedState["starts"]>[number];

/** How long an offer waits for its agent. */
export const offerMs = 15 * 60_000;

/** The agents that signalbox may start. */
export function startableAgents(settings: Pick<Settings, "agents">): readonly Agent[] {
  return rosterOf(settings).filter(({ start }) => start !== undefined);
}

export function startLabel(agent: string): string {
  return `start:${agent}`;
}

/** Labels of the issue that would start an agent of the settings. */
export function startLabelsOn({ seen }: IssueRecord, settings: Pick<Settings, "agents">): readonly string[] {
  const known = new Set(rosterOf(settings).map(({ name }) => startLabel(name)));
  return seen.labels.filter((label) => known.has(label.toLowerCase()));
}

/** The start in progress: the agent was asked to come, or is at work. */
export function currentStart({ starts }: Pick<PersistedState, "starts">): Start | undefined {
  const last = starts?.at(-1);
  return last?.end === undefined ? last : undefined;
}

/** Tasks of the same repository with starts: as decided in this pass, otherwise as indexed. */
export function startedTasks(view: View, { seen }: IssueRecord): readonly StartedTask[] {
  const here = [...view.records.values()].flatMap((record) =>
    record.seen.repositoryId === seen.repositoryId && record.persisted.starts !== undefined
      ? { id: record.seen.id, number: record.seen.number, starts: record.persisted.starts }
      : [],
  );
  return [...here, ...(view.starts ?? []).filter(({ id }) => !view.records.has(id))];
}

/** The state with its last start changed. */
export function withLastStart(persisted: PersistedState, changes: Partial<Start>): PersistedState {
  const starts = persisted.starts ?? [];
  const last = starts.at(-1);
  return last === undefined
    ? persisted
    : { ...persisted, starts: [...starts.slice(0, -1), { ...last, ...changes }] };
}

/** Counts the figures of a week from its moments, for both stores. */
import type { LedgerOfWeek, Numbers, Week } from "../../engine/measures/measure.ts";
import type { Moment, MomentType } from "../../engine/measures/moment.ts";
import { measures } from "../../engine/measures/table.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";

interface Moments {
  /** The moments of the week. */
  readonly found: readonly Moment[];
  readonly ofIssue: ReadonlyMap<NodeId, readonly Moment[]>;
  /** By the task's name. */
  readonly aboutTask: ReadonlyMap<string, readonly Moment[]>;
}

type SettingsOf = (id: RepositoryId) => Settings;

export function numbersOfWeek(
  week: Pick<Week, "from" | "to" | "now" | "ledger">,
  { found, ofIssue, aboutTask }: Moments,
  settingsOf: SettingsOf,
): ReadonlyMap<string, Numbers> {
  const byType = Map.groupBy(found, ({ type }) => type);
  const counted: Week = {
    ...week,
    of: (type) => byType.get(type) ?? [],
    ofIssue: (id) => ofIssue.get(id) ?? [],
    aboutTask: (name) => aboutTask.get(name) ?? [],
    isAgent: ({ repositoryId, by = "" }) => isAgentAccount(settingsOf(repositoryId), by),
  };
  return new Map(
    measures.flatMap((measure) => {
      const numbers = measure.numbers(counted);
      return numbers === undefined ? [] : [[measure.name, numbers] as const];
    }),
  );
}

/** Reads the settings of each repository once, as counting needs them for each moment. */
export function settingsOnce(ids: Iterable<RepositoryId>, settingsOf: SettingsOf): SettingsOf {
  const settings = new Map([...ids].map((id) => [id, settingsOf(id)]));
  return (id) => settings.get(id) ?? settingsOf(id);
}

const aboutIssues: ReadonlySet<MomentType> = new Set(["answered", "coordinator-answered"] as const);

/** The issues that measures need: answers with their questions, and tasks that were claimed. */
export function issuesIn(found: readonly Moment[], ledger: LedgerOfWeek | undefined): ReadonlySet<NodeId> {
  const taken = (ledger?.leases ?? []).map(({ issueId }) => issueId);
  const asked = found.filter(({ type }) => aboutIssues.has(type));
  return new Set([...taken, ...asked.flatMap(({ about }) => about ?? [])]);
}

const aboutOneTask: ReadonlySet<MomentType> = new Set([
  ...(["held", "task-closed", "reopened", "completed"] as const),
]);

/** The tasks that measures need: those with something to count, and those that were claimed. */
export function tasksIn(found: readonly Moment[], ofIssues: readonly Moment[]): ReadonlySet<string> {
  const counted = found.filter(({ type }) => aboutOneTask.has(type));
  const taken = ofIssues.filter(({ type }) => type === "task-opened");
  return new Set([...counted, ...taken].flatMap(({ about }) => about ?? []));
}

/**
 * Offers ready tasks to agents that the settings let us start, and ends offers that nobody took up. It costs money, so
 * nothing is offered while a limit is reached, nor by an App that does not lead, keeps no index or does not listen.
 */
import type { Task } from "../../protocol/kinds/task.ts";
import { filesOf } from "../locks/task-files.ts";
import type { NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { type DelayedRefresh, nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import type { IssueRecord, StartedTask } from "../model/snapshot.ts";
import { candidateFor } from "./candidate.ts";
import { dayMs, failuresInRow, roomFor } from "./limits.ts";
import { progressOf } from "./progress.ts";
import {
  currentStart,
  offerMs,
  type Start,
  startableAgents,
  startedTasks,
  startLabelsOn,
  withLastStart,
} from "./start.ts";

export const offerStarts: StateRule = {
  name: "offer-starts",
  isInTurn: true,
  inOrder: bestFirst,
  updateState,
};

/** How often a task is looked at for which something else than a start has to end. */
const lookMs = 30 * 60_000;
/** For what only has to be written first. */
const soonMs = 10_000;

function updateState(input: RuleInput) {
  const { record, context } = input;
  if (record.reading.kind !== "task" || context.isPassive === true) return nothing;
  const { starts } = record.persisted;
  if (starts === undefined && startableAgents(context.settings).length === 0) return nothing;
  const settled = settledState(input);
  const isFree = lastEnd(record.persisted) !== lastEnd(settled);
  const offered = offer({ ...input, record: { ...record, persisted: settled } });
  const persisted = offered.persisted ?? settled;
  return {
    ...(persisted === record.persisted ? {} : { persisted }),
    refreshes: [
      ...(offered.refreshes ?? []),
      ...whenOverdue(input, persisted),
      ...(isFree ? others(input) : []),
    ],
  };
}

/** Changes when a start gives its place, or the place of its lease, away. */
function lastEnd({ starts }: PersistedState): Start["end"] {
  return starts?.at(-1)?.end;
}

/** The state with what became of its last start. */
function settledState(input: RuleInput): PersistedState {
  const { record } = input;
  const { persisted } = record;
  const last = persisted.starts?.at(-1);
  if (last === undefined) return persisted;
  if (last.end === undefined) return withProgress(input, progressOf(input, last));
  const isClosed = record.seen.issueState.state === "closed";
  if (last.isAsked === true && (isClosed || persisted.lapses?.isSetAside !== true))
    return withLastStart(persisted, { end: "over", isAsked: undefined });
  const isLeft = last.end === "rests" && persisted.lease?.holder.agent !== last.agent;
  return isLeft ? withLastStart(persisted, { end: "over" }) : persisted;
}

function withProgress(input: RuleInput, progress: ReturnType<typeof progressOf>): PersistedState {
  const { view, record, context } = input;
  if (Object.keys(progress).length === 0) return record.persisted;
  const persisted = withLastStart(record.persisted, progress);
  const last = persisted.starts?.at(-1);
  if (progress.end !== "failed" || last === undefined || persisted.lease !== undefined) return persisted;
  const tasks = startedTasks(withRecord(view, { ...record, persisted }), record);
  const own = tasks.filter(({ id }) => id === record.seen.id);
  const count = Math.max(failuresInRow(tasks, last.agent), failuresInRow(own, last.agent));
  if (count < context.settings.leases.lapses) return persisted;
  const lapses = { count, token: last.at, at: context.now, isSetAside: true };
  return { ...withLastStart(persisted, { isAsked: true }), lapses };
}

function withRecord(view: RuleInput["view"], record: IssueRecord): RuleInput["view"] {
  return { ...view, records: new Map([...view.records, [record.seen.id, record]]) };
}

interface Offer {
  readonly persisted?: PersistedState;
  readonly refreshes?: readonly DelayedRefresh[];
}

function offer(input: RuleInput): Offer {
  const { view, record, context } = input;
  const { persisted, seen } = record;
  if (!context.keepsIndex || view.starts === undefined || seen.issueState.state === "closed") return nothing;
  if (currentStart(persisted) !== undefined || startableAgents(context.settings).length === 0) return nothing;
  const tasks = startedTasks(withRecord(view, record), record);
  const room = roomFor(tasks, context.settings, context.now);
  if (room.type === "full") return nothing;
  const agent = candidateFor(input, tasks);
  if (agent === undefined) return look(input, lookMs);
  if (room.type === "later") return look(input, room.at - context.now);
  // The commit that adopts the last issue asks for a decision about what is ready.
  if (context.isAdopting === true) return nothing;
  // A label that somebody else set is taken away first: setting it again would start nothing.
  if (context.listeningSince === undefined || startLabelsOn(record, context.settings).length > 0)
    return look(input, soonMs);
  return { persisted: withStart(record, agent, tasks, input) };
}

function withStart(
  record: IssueRecord,
  agent: string,
  tasks: readonly StartedTask[],
  { context }: RuleInput,
): PersistedState {
  const { starts = [] } = record.persisted;
  const newest = Math.max(0, ...tasks.flatMap((task) => task.starts.map(({ at }) => at)));
  const at = Math.max(Math.floor(context.now), newest + 1);
  const files = filesOf(record, context.settings);
  const recent = starts.filter((start) => start.at > at - dayMs);
  return {
    ...record.persisted,
    starts: [...recent, { agent, at, ...(files.length === 0 ? {} : { files: [...files] }) }],
  };
}

/** Only for those that come next: what waits behind them is looked at when one of them is over. */
function look({ view, record }: RuleInput, afterMs: number): Offer {
  const next = view.readyNext ?? [];
  const isNext = next.includes(record.seen.id) || next.length < lookedAt;
  const isWaiting = record.persisted.lease !== undefined || record.seen.labels.includes("status:ready");
  if (!isNext || !isWaiting) return nothing;
  return { refreshes: [refreshSelf(record, afterMs, "An agent may be started on it.")] };
}

function whenOverdue({ record, context }: RuleInput, persisted: PersistedState): readonly DelayedRefresh[] {
  const start = currentStart(persisted);
  if (start === undefined || start.isTaken === true) return [];
  const { now, listeningSince = now } = context;
  const endsAt = Math.max(start.at, listeningSince) + offerMs;
  return [refreshSelf(record, Math.max(soonMs, endsAt - now), "Its agent may not have come.")];
}

/** How many tasks are looked at when a start is over. Those whose agent may go on come first. */
const lookedAt = 50;

function others({ view, record }: RuleInput): readonly DelayedRefresh[] {
  const { id: own, repositoryId } = record.seen;
  const because = `A start on #${record.seen.number} is over.`;
  const paused = startedTasks(view, record).flatMap(({ id, starts }) =>
    starts.at(-1)?.end === "rests" ? id : [],
  );
  return [...new Set([...paused, ...(view.readyNext ?? [])])]
    .filter((id) => id !== own)
    .slice(0, lookedAt)
    .map((id) => ({ id, repositoryId, afterMs: 0, because }));
}

const priorities: readonly Task["priority"][] = ["p0", "p1", "p2", "p3", undefined];

function bestFirst(records: readonly IssueRecord[]): readonly NodeId[] {
  return records
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.seen.createdAt - b.seen.createdAt)
    .map(({ seen }) => seen.id);
}

/** Those that resume come first: their work is half done. */
function rankOf({ reading, persisted }: IssueRecord): number {
  if (persisted.lease !== undefined) return -1;
  const message = reading.kind === "task" ? reading.message : undefined;
  return priorities.indexOf(message?.kind === "task" ? message.priority : undefined);
}

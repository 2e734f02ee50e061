/**
 * Decides what should be done from the current state: the ordered table of features. A new capability is one
 * folder and one line here.
 */

import { admission } from "./admission/feature.ts";
import { blocking } from "./blocking/feature.ts";
import { commands } from "./commands/feature.ts";
import { contracts } from "./contracts/feature.ts";
import { discoveries } from "./discoveries/feature.ts";
import { defaults, escalations } from "./escalations/feature.ts";
import { collect, type Feature } from "./feature.ts";
import { runToEnd } from "./fold/run-to-end.ts";
import { freeing } from "./freeing/feature.ts";
import { handovers } from "./handovers/feature.ts";
import { ignored } from "./ignored/feature.ts";
import { leaseAwards, leaseEnds, leases } from "./leases/feature.ts";
import { type LeaseNote, leaseNotes } from "./leases/lease-notes.ts";
import { locks } from "./locks/feature.ts";
import type { PlannedEffect } from "./model/effect.ts";
import type { NodeId } from "./model/fact.ts";
import { formatOutcomeKey } from "./model/keys/outcome-key.ts";
import type { Slot } from "./model/keys/slot.ts";
import { formatSlot } from "./model/keys/slot.ts";
import type { PlannedNote } from "./model/note.ts";
import type {
  Context,
  DelayedRefresh,
  OrderOutcome,
  ProposedEffect,
  ProposedLabel,
  RuleInput,
  StateRule,
} from "./model/rule.ts";
import type { IssueRecord } from "./model/snapshot.ts";
import type { View } from "./model/view.ts";
import { notes } from "./notes/feature.ts";
import { notices } from "./notices/feature.ts";
import { ownText } from "./own-text/feature.ts";
import { labels, presentation } from "./presentation/feature.ts";
import { labelEffect } from "./presentation/label-effect.ts";
import { answerChecks, questions } from "./questions/feature.ts";
import { settings } from "./settings/feature.ts";
import { spaces } from "./spaces/feature.ts";
import { starts } from "./starts/feature.ts";
import { suggestions } from "./suggestions/feature.ts";
import { votes } from "./votes/feature.ts";

/** State rules run in this order. */
const features: readonly Feature[] = [
  admission,
  freeing,
  ownText,
  labels,
  leaseEnds,
  commands,
  leaseAwards,
  settings,
  handovers,
  blocking,
  leases,
  locks,
  starts,
  answerChecks,
  defaults,
  votes,
  contracts,
  escalations,
  questions,
  ignored,
  notices,
  discoveries,
  spaces,
  suggestions,
  presentation,
  notes,
];
const collected = collect(features);
const stateRules = features.flatMap(({ stateRules }) => stateRules?.(collected) ?? []);
const projectionRules = features.flatMap(({ projectionRules }) => projectionRules?.(collected) ?? []);

export interface Decision {
  /** The issues decided about: their queued effects are replaced by `effects`. */
  readonly decided: readonly NodeId[];
  /** Their records with the persisted state updated. */
  readonly records: readonly IssueRecord[];
  readonly effects: readonly PlannedEffect[];
  readonly refreshes: readonly DelayedRefresh[];
  /** All that agents should know of the issues decided about. */
  readonly notes: readonly PlannedNote[];
  /** The outcomes of orders, by the id under which they count as comments. */
  readonly answers: ReadonlyMap<NodeId, OrderOutcome>;
  /** The leases that began or ended, by their task. */
  readonly leases: ReadonlyMap<NodeId, readonly LeaseNote[]>;
}

/** Decides about `ids`, all of which were freshly read. An issue of no kind is never touched. */
export function decide(view: View, ids: readonly NodeId[], context: Context): Decision {
  return runToEnd(decideInSteps(view, ids, context));
}

/** Like `decide`, in steps: a step is one state rule on one issue, or all projection rules on one. */
export function* decideInSteps(
  view: View,
  ids: readonly NodeId[],
  context: Context,
): Generator<void, Decision> {
  const refreshes: DelayedRefresh[] = [];
  const answers = new Map<NodeId, OrderOutcome>();
  const leases = new Map<NodeId, readonly LeaseNote[]>();
  let current = view;
  for (const rule of stateRules)
    current = yield* updateStates(rule, { view: current, ids, context, refreshes, answers, leases });
  const records = ids.flatMap((id) => current.records.get(id) ?? []);
  const effects: PlannedEffect[] = [];
  const notes: PlannedNote[] = [];
  for (const record of records) {
    const projected = projectAll({ view: current, record, context });
    effects.push(...projected.effects);
    refreshes.push(...projected.refreshes);
    notes.push(...projected.notes);
    yield;
  }
  const decided = records.map(({ seen }) => seen.id);
  return { decided, records, effects, refreshes, notes, answers, leases };
}

function* updateStates(
  rule: StateRule,
  {
    view,
    ids,
    context,
    refreshes,
    answers,
    leases,
  }: {
    readonly view: View;
    readonly ids: readonly NodeId[];
    readonly context: Context;
    readonly refreshes: DelayedRefresh[];
    readonly answers: Map<NodeId, OrderOutcome>;
    readonly leases: Map<NodeId, readonly LeaseNote[]>;
  },
): Generator<void, View> {
  const records = new Map(view.records);
  for (const id of inOrder(rule, records, ids)) {
    const record = records.get(id);
    if (record === undefined || isLeftAlone(record)) continue;
    const seen = rule.isInTurn === true ? { ...view, records } : view;
    const {
      persisted,
      passedThrough = [],
      refreshes: more,
      answers: found = [],
    } = rule.updateState({ view: seen, record, context });
    if (persisted !== undefined) {
      records.set(id, { ...record, persisted });
      const notes = leaseNotes([record.persisted, ...passedThrough, persisted]);
      if (notes.length > 0) leases.set(id, [...(leases.get(id) ?? []), ...notes]);
    }
    refreshes.push(...(more ?? []));
    for (const [id, outcome] of found) answers.set(id, outcome);
    yield;
  }
  return { ...view, records };
}

function inOrder(
  { inOrder }: StateRule,
  records: View["records"],
  ids: readonly NodeId[],
): readonly NodeId[] {
  return inOrder === undefined ? ids : inOrder(ids.flatMap((id) => records.get(id) ?? []));
}

type Projected = Pick<Decision, "effects" | "refreshes" | "notes">;

function projectAll(input: RuleInput): Projected {
  const { record } = input;
  if (isLeftAlone(record)) return { effects: [], refreshes: [], notes: [] };
  const { id: issueId, repositoryId } = record.seen;
  const shown = projectionRules.map((rule) => ({ rule, ...rule.project(input) }));
  const labels = shown.flatMap(({ rule, labels = [] }) =>
    labels.map((proposed): ProposedLabel => ({ ...proposed, rule: rule.name })),
  );
  const effects = shown.flatMap(({ effects = [] }) => effects);
  const relabelling = labelEffect(record, labels);
  const all = relabelling === undefined ? effects : [relabelling, ...effects];
  return {
    effects: withoutEarlyStatus(input, [
      ...new Map(
        all.map((proposed) => [formatSlot(proposed.slot), toPlannedEffect(record, proposed)]),
      ).values(),
    ]),
    refreshes: shown.flatMap(({ refreshes = [] }) => refreshes),
    notes: shown.flatMap(({ notes = [] }) => notes).map((note) => ({ ...note, issueId, repositoryId })),
  };
}

/**
 * Effects whose results the status comment persists: it is written after them, so that it is not written
 * twice.
 */
const remembered: ReadonlySet<Slot["type"]> = new Set<Slot["type"]>([
  ...(["unblock-notice", "dependency", "dependency-between", "discovery-notice", "part"] as const),
  ...(["assignees", "reminder", "hint", "text", "text-notice"] as const),
]);

function withoutEarlyStatus(
  { view, record }: RuleInput,
  effects: readonly PlannedEffect[],
): readonly PlannedEffect[] {
  const refused = new Set((view.refusals.get(record.seen.id) ?? []).map(({ key }) => key));
  const awaited = effects.filter(({ slot }) => remembered.has(slot.type));
  if (awaited.every(({ key }) => refused.has(key))) return effects;
  return effects.filter(({ slot }) => slot.type !== "status");
}

/** Ordinary issues. */
function isLeftAlone({ reading }: IssueRecord): boolean {
  return reading.kind === undefined;
}

function toPlannedEffect({ seen }: IssueRecord, proposed: ProposedEffect): PlannedEffect {
  return {
    issueId: seen.id,
    repositoryId: seen.repositoryId,
    ...proposed,
    key: formatOutcomeKey(seen.id, proposed.key),
  };
}

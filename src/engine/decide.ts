/**
 * From how things stand to what should be done. This page is a table: remember rules in their order, then show rules,
 * whose order does not matter. A new rule is one file and one line here.
 */

import type { PlannedEffect } from "./effect.ts";
import type { NodeId } from "./fact.ts";
import { inOneGo } from "./in-one-go.ts";
import { labelEffect } from "./label-effect.ts";
import { formatOutcomeKey } from "./outcome-key.ts";
import type { Context, LabelWish, LookAgain, RememberRule, ShowRule, Situation, Wish } from "./rule.ts";
import { acceptAnswer } from "./rules/accept-answer.ts";
import { acceptHandover } from "./rules/accept-handover.ts";
import { admitBody } from "./rules/admit-body.ts";
import { adoptEdges } from "./rules/adopt-edges.ts";
import { adoptOpened } from "./rules/adopt-opened.ts";
import { adoptReplies } from "./rules/adopt-replies.ts";
import { answerQuestion } from "./rules/answer-question.ts";
import { assignPeople } from "./rules/assign-people.ts";
import { awaitMergeability } from "./rules/await-mergeability.ts";
import { carryOutDecision } from "./rules/carry-out-decision.ts";
import { checkAnswer } from "./rules/check-answer.ts";
import { closeResent } from "./rules/close-resent.ts";
import { closeSettled } from "./rules/close-settled.ts";
import { closeTwins } from "./rules/close-twins.ts";
import { followDuplicates } from "./rules/follow-duplicates.ts";
import { forgetLost } from "./rules/forget-lost.ts";
import { heedMergeDecision } from "./rules/heed-merge-decision.ts";
import { hintAtCommand } from "./rules/hint-at-command.ts";
import { holdFork } from "./rules/hold-fork.ts";
import { liftMutes } from "./rules/lift-mutes.ts";
import { makeEdges } from "./rules/make-edges.ts";
import { mergeAccepted } from "./rules/merge-accepted.ts";
import { minimizeTwins } from "./rules/minimize-twins.ts";
import { mirrorLabels } from "./rules/mirror-labels.ts";
import { mirrorType } from "./rules/mirror-type.ts";
import { moveEdges } from "./rules/move-edges.ts";
import { noteCarriedOut } from "./rules/note-carried-out.ts";
import { noteHint } from "./rules/note-hint.ts";
import { noteHolders } from "./rules/note-holders.ts";
import { noteReminders } from "./rules/note-reminders.ts";
import { noteTold } from "./rules/note-told.ts";
import { noteUnsaid } from "./rules/note-unsaid.ts";
import { obeyCommands } from "./rules/obey-commands.ts";
import { openTask } from "./rules/open-task.ts";
import { raiseEscalation } from "./rules/raise-escalation.ts";
import { raiseUrgency } from "./rules/raise-urgency.ts";
import { releaseWithdrawn } from "./rules/release-withdrawn.ts";
import { remindPeople } from "./rules/remind-people.ts";
import { runCommands } from "./rules/run-commands.ts";
import { settleKind } from "./rules/settle-kind.ts";
import { showCheck } from "./rules/show-check.ts";
import { showStatus } from "./rules/show-status.ts";
import { showTaskStatus } from "./rules/show-task-status.ts";
import { takeDefault } from "./rules/take-default.ts";
import { tellDiscovery } from "./rules/tell-discovery.ts";
import { wakeWaiting } from "./rules/wake-waiting.ts";
import { formatSlot, type Slot } from "./slot.ts";
import type { IssueRecord } from "./snapshot.ts";
import type { View } from "./view.ts";

const rememberRules: readonly RememberRule[] = [
  admitBody,
  settleKind,
  adoptReplies,
  adoptOpened,
  obeyCommands,
  heedMergeDecision,
  holdFork,
  acceptHandover,
  followDuplicates,
  adoptEdges,
  checkAnswer,
  takeDefault,
  acceptAnswer,
  forgetLost,
  noteCarriedOut,
  noteUnsaid,
  noteHolders,
  noteTold,
  noteReminders,
  noteHint,
];
const showRules: readonly ShowRule[] = [
  mirrorLabels,
  mirrorType,
  raiseUrgency,
  raiseEscalation,
  openTask,
  answerQuestion,
  showTaskStatus,
  makeEdges,
  moveEdges,
  releaseWithdrawn,
  runCommands,
  wakeWaiting,
  tellDiscovery,
  showCheck,
  awaitMergeability,
  mergeAccepted,
  liftMutes,
  assignPeople,
  remindPeople,
  hintAtCommand,
  showStatus,
  carryOutDecision,
  closeSettled,
  closeTwins,
  closeResent,
  minimizeTwins,
];

export interface Decision {
  /** The issues decided about: their waiting effects are replaced by `effects`. */
  readonly decided: readonly NodeId[];
  /** Their records with what is to be remembered. */
  readonly records: readonly IssueRecord[];
  readonly effects: readonly PlannedEffect[];
  readonly looks: readonly LookAgain[];
}

/** Decides about `ids`, all of which were read fresh. An issue of no kind is never touched. */
export function decide(view: View, ids: readonly NodeId[], context: Context): Decision {
  return inOneGo(decideInSteps(view, ids, context));
}

/** As `decide`: a step is what one rule remembers of one issue, or what all rules show of one. */
export function* decideInSteps(
  view: View,
  ids: readonly NodeId[],
  context: Context,
): Generator<void, Decision> {
  const looks: LookAgain[] = [];
  let current = view;
  for (const rule of rememberRules) current = yield* rememberAll(rule, current, ids, context, looks);
  const records = ids.flatMap((id) => current.records.get(id) ?? []);
  const effects: PlannedEffect[] = [];
  for (const record of records) {
    effects.push(...showAll({ view: current, record, context }, looks));
    yield;
  }
  return { decided: records.map((record) => record.seen.id), records, effects, looks };
}

function* rememberAll(
  rule: RememberRule,
  view: View,
  ids: readonly NodeId[],
  context: Context,
  looks: LookAgain[],
): Generator<void, View> {
  const records = new Map(view.records);
  for (const id of ids) {
    const record = records.get(id);
    if (record === undefined || isLeftAlone(record)) continue;
    const { memory, looks: more } = rule.remember({ view, record, context });
    if (memory !== undefined) records.set(id, { ...record, memory });
    looks.push(...(more ?? []));
    yield;
  }
  return { ...view, records };
}

function showAll(situation: Situation, looks: LookAgain[]): readonly PlannedEffect[] {
  const { record } = situation;
  if (isLeftAlone(record)) return [];
  const labels: LabelWish[] = [];
  const wishes: Wish[] = [];
  for (const rule of showRules) {
    const shown = rule.show(situation);
    labels.push(...(shown.labels ?? []).map((wish) => ({ ...wish, rule: rule.name })));
    wishes.push(...(shown.wishes ?? []));
    looks.push(...(shown.looks ?? []));
  }
  const relabelling = labelEffect(record, labels);
  const all = relabelling === undefined ? wishes : [relabelling, ...wishes];
  return withoutEarlyStatus(situation, [
    ...new Map(all.map((wish) => [formatSlot(wish.slot), addressed(record, wish)])).values(),
  ]);
}

/** What the status comment remembers of other effects: it is written once these are done, and not twice. */
const remembered: ReadonlySet<Slot["type"]> = new Set<Slot["type"]>([
  ...(["unblock-notice", "dependency", "dependency-between", "discovery-notice"] as const),
  ...(["assignees", "reminder", "hint"] as const),
]);

function withoutEarlyStatus(
  { view, record }: Situation,
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

function addressed({ seen }: IssueRecord, wish: Wish): PlannedEffect {
  return {
    issueId: seen.id,
    repositoryId: seen.repositoryId,
    ...wish,
    key: formatOutcomeKey(seen.id, wish.key),
  };
}

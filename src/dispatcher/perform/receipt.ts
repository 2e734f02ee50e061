/**
 * Commits the outcomes of effects: the changed records, refresh requests for affected issues, rows of the ledger. Issues that
 * wait for one that we closed are refreshed immediately, without waiting for GitHub's delivery.
 */
import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import { applyReceipt, applyToOtherEnd, withoutOwn } from "../../engine/fold/apply-receipt.ts";
import { neighbours } from "../../engine/fold/neighbours.ts";
import { withBlockerOfClosed, withWaiting } from "../../engine/fold/waiting-shown.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { emptySnapshot, type IssueRecord } from "../../engine/model/snapshot.ts";
import { type View, viewOf } from "../../engine/model/view.ts";
import { effectRow } from "../ledger.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LedgerEntry } from "../ports/ledger.ts";
import type { EffectOutcome, QueuedEffect } from "../ports/outbox.ts";
import type { RefreshRequest } from "../ports/refresh-request.ts";
import { homesIn } from "../reconcile/reading/expand-neighbours.ts";
import { decidesOn, refreshRequestsFor } from "../repository/changes.ts";

/** How the processing of an effect ended. */
export type EffectEnd = { readonly effect: QueuedEffect } & (
  | { readonly type: "done"; readonly receipt: WriteReceipt; readonly wasFound: boolean }
  | {
      readonly type: "later";
      readonly at: Millis;
      readonly error: string;
      /** Whether it is looked at again before: it may have been done, or be done otherwise now. */
      readonly uncertain: boolean;
      readonly because?: string;
    }
  | { readonly type: "refused"; readonly error: string }
  /** No longer to be done. `gone`: the comment that it was about, which GitHub does not have any more. */
  | { readonly type: "dropped"; readonly error: string; readonly gone?: NodeId }
);

export interface Receipt {
  readonly outcomes: readonly EffectOutcome[];
  readonly records: readonly IssueRecord[];
  readonly refreshes: readonly RefreshRequest[];
  readonly ledger: readonly LedgerEntry[];
}

/** The index's records of the issues that the outcomes are about. */
interface HeldEffect {
  /** As they are after our writes. */
  readonly written: ReadonlyMap<NodeId, IssueRecord>;
  readonly records: ReadonlyMap<NodeId, IssueRecord>;
  /** The neighbourhoods of the issues that were closed. */
  readonly closed: View;
}

/** Call it inside the mutex in which its result is committed: a pass may have changed the records. */
export async function buildReceipt(
  index: Pick<Index, "records" | "around">,
  endings: readonly EffectEnd[],
  now: Millis,
): Promise<Receipt> {
  const held = await readHeld(index, endings);
  const records = new Map<NodeId, IssueRecord>();
  for (const ending of endings) {
    const { issueId, effect } = ending.effect;
    const before = records.get(issueId) ?? held.records.get(issueId);
    const gone = goneIn(ending);
    if (gone !== undefined && before !== undefined) records.set(issueId, withoutOwn(before, gone));
    if (ending.type !== "done") continue;
    for (const id of new Set([issueId, ...listEnds(ending.effect)])) {
      const record = records.get(id) ?? held.records.get(id);
      if (record === undefined) continue;
      const apply = id === issueId ? applyReceipt : applyToOtherEnd;
      records.set(id, apply(record, effect, ending.receipt, now));
    }
  }
  for (const each of relinkClosed(endings, held, records)) records.set(each.seen.id, each);
  return {
    outcomes: endings.map(buildOutcome),
    records: [...records.values()],
    refreshes: endings.flatMap((ending) => requestRefreshes({ ...held, written: records }, ending, now)),
    ledger: endings.flatMap((ending) => writeRows(ending, now)),
  };
}

/** What an issue that we closed waited for, and what closed issues waited for it, show it as closed without a read. */
function relinkClosed(
  endings: readonly EffectEnd[],
  { closed }: Pick<HeldEffect, "closed">,
  written: ReadonlyMap<NodeId, IssueRecord>,
): readonly IssueRecord[] {
  const shown = new Map<NodeId, IssueRecord>();
  const recordOf = (id: NodeId) => shown.get(id) ?? written.get(id) ?? closed.records.get(id);
  const homeOf = ({ seen }: IssueRecord) => closed.repositories.get(seen.repositoryId)?.installationId;
  for (const { type, effect } of endings) {
    const record = written.get(effect.issueId);
    if (type !== "done" || effect.effect.type !== "CloseIssue" || record === undefined) continue;
    const show = (id: NodeId, as: typeof withWaiting): void => {
      const other = recordOf(id);
      if (other !== undefined && homeOf(other) === homeOf(record)) shown.set(id, as(other, record.seen));
    };
    for (const { id } of record.seen.blockedBy.issues) show(id, withWaiting);
    for (const { id } of record.seen.blocking.issues) show(id, withBlockerOfClosed);
  }
  const before = (id: NodeId) => written.get(id) ?? closed.records.get(id);
  return [...shown.values()].filter((record) => record !== before(record.seen.id));
}

async function readHeld(
  index: Pick<Index, "records" | "around">,
  endings: readonly EffectEnd[],
): Promise<Omit<HeldEffect, "written">> {
  const done = endings.flatMap((ending) => (ending.type === "done" ? ending.effect : []));
  const closed = done.flatMap(({ effect, issueId }) => (effect.type === "CloseIssue" ? issueId : []));
  const spoiled = endings
    .filter((ending) => goneIn(ending) !== undefined)
    .map(({ effect }) => effect.issueId);
  const ids = new Set([...done.flatMap((planned) => [planned.issueId, ...listEnds(planned)]), ...spoiled]);
  const around = closed.length === 0 ? emptySnapshot : await index.around([...new Set(closed)]);
  return { records: ids.size === 0 ? new Map() : await index.records([...ids]), closed: viewOf(around) };
}

const goneIn = (ending: EffectEnd): NodeId | undefined =>
  ending.type === "dropped" ? ending.gone : undefined;

function buildOutcome(ending: EffectEnd): EffectOutcome {
  const { id } = ending.effect;
  switch (ending.type) {
    case "done":
    case "dropped":
      return { type: "done", id };
    case "refused":
      return { type: "refused", id, error: ending.error };
    case "later":
      return { type: "retry", id, at: ending.at, error: ending.error, uncertain: ending.uncertain };
    default:
      return unreachable(ending);
  }
}

function writeRows({ effect, ...ending }: EffectEnd, now: Millis): readonly LedgerEntry[] {
  switch (ending.type) {
    case "done":
      return [effectRow(now, effect, "done", ending.wasFound ? "found after an unknown outcome" : undefined)];
    case "refused":
    case "dropped":
      return [effectRow(now, effect, ending.type, ending.error)];
    case "later":
      return [];
    default:
      return unreachable(ending);
  }
}

function requestRefreshes(held: HeldEffect, ending: EffectEnd, now: Millis): readonly RefreshRequest[] {
  const { issueId, repositoryId } = ending.effect;
  switch (ending.type) {
    case "done":
      return requestRefreshesAfterDone(held, ending.effect, ending.receipt, now);
    case "refused":
    case "dropped":
      return refreshRequestsFor(repositoryId, [issueId], now, `an effect was ${ending.type}`);
    case "later":
      return ending.uncertain
        ? refreshRequestsFor(repositoryId, [issueId], now, ending.because ?? "a write had an unknown outcome")
        : [];
    default:
      return unreachable(ending);
  }
}

function requestRefreshesAfterDone(
  held: HeldEffect,
  planned: QueuedEffect,
  receipt: WriteReceipt,
  now: Millis,
): readonly RefreshRequest[] {
  const { opened, edge, family } = receipt;
  const { issueId, repositoryId, effect } = planned;
  const decides = decidesOn(repositoryId, [issueId], now, "we changed it");
  if (opened !== undefined)
    return [...decides, ...refreshRequestsFor(repositoryId, [opened.id], now, "an issue was opened")];
  // Where GitHub's answer lacks who closed it and when, a read shows it.
  if (effect.type === "CloseIssue") {
    const isShown = receipt.closedAt !== undefined && receipt.closedBy !== undefined;
    const asks = isShown ? decidesOn : refreshRequestsFor;
    return [
      ...asks(repositoryId, [issueId], now, "we closed it"),
      ...requestRefreshesBeside(held, issueId, now),
    ];
  }
  // A pull request that has turned green may now be merged; GitHub's delivery about our own check adds
  // nothing. What waits for its merge is open.
  if (effect.type === "ShowCheck" && effect.conclusion === "success" && isOpen(held, issueId))
    return refreshRequestsFor(repositoryId, [issueId], now, "its check succeeded");
  if (effect.type === "MergePullRequest")
    return refreshRequestsFor(repositoryId, [issueId], now, "its pull request was merged");
  if (!changesIssue(effect)) return [];
  // For hosts that do not return both ends of a new edge, request both.
  const isShown =
    effect.type === "RemoveBlockedBy" || effect.type === "RemoveSubIssue" || (edge ?? family) !== undefined;
  return [
    ...decides,
    ...requestRefreshesOfEnds(held, planned, now, isShown ? decidesOn : refreshRequestsFor),
  ];
}

/** Only a task's own read shows that its last blocker is closed; what is closed itself waits for nothing. */
function requestRefreshesBeside(held: HeldEffect, issueId: NodeId, now: Millis): readonly RefreshRequest[] {
  const { closed, written } = held;
  const homes = homesIn(closed);
  return neighbours(closed, [issueId]).flatMap((id) => {
    const home = homes.get(id);
    const record = written.get(id) ?? closed.records.get(id);
    const asks = record?.seen.issueState.state === "closed" ? decidesOn : refreshRequestsFor;
    return home === undefined ? [] : asks(home, [id], now, "a related issue was closed");
  });
}

const isOpen = ({ written, records }: HeldEffect, id: NodeId): boolean =>
  (written.get(id) ?? records.get(id))?.seen.issueState.state !== "closed";

/** An edge changes the state of both of its ends. */
function requestRefreshesOfEnds(
  { records }: HeldEffect,
  planned: QueuedEffect,
  now: Millis,
  asks: typeof refreshRequestsFor,
): readonly RefreshRequest[] {
  return listEnds(planned).flatMap((id) => {
    const home = records.get(id)?.seen.repositoryId;
    return home === undefined ? [] : asks(home, [id], now, "an edge of it changed");
  });
}

/** Whether the issue itself looks different now, so that other effects may follow. */
const changesIssue = ({ type }: Effect): boolean =>
  type !== "AddReaction" && type !== "UpdateBranch" && type !== "EnqueuePullRequest" && type !== "ShowCheck";

function listEnds({ effect }: QueuedEffect): readonly NodeId[] {
  switch (effect.type) {
    case "AddBlockedBy":
    case "RemoveBlockedBy":
      return [effect.blockedId, effect.blockerId];
    case "AddSubIssue":
    case "RemoveSubIssue":
      return [effect.parentId, effect.childId];
    default:
      return [];
  }
}

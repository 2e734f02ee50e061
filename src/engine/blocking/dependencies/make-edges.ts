/**
 * Creates dependencies, once, from a task's *Blocked by*, the *Blockers* of its accepted handovers, and what
 * questions and votes name as *Blocking task*. From then on GitHub's dependencies are authoritative: if one that we created is
 * missing, a person removed it, and it is not created again.
 */
import { formatRef, type Ref } from "../../../protocol/references/ref.ts";
import { isAdmitted, responsibleUser, trustOf } from "../../admission/trust.ts";
import { visibilityMs } from "../../fold/seen-record.ts";
import { handedBlockers } from "../../handovers/handed-blockers.ts";
import { isWithdrawn } from "../../messages/outcome.ts";
import type { Reason } from "../../model/effect.ts";
import { edgesIn } from "../../model/names.ts";
import {
  type DelayedRefresh,
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../../model/rule.ts";
import { type IssueRecord, roleIn } from "../../model/snapshot.ts";
import { recordOf } from "../../model/view.ts";
import { originalFor, originalOf } from "./duplicates.ts";
import { isSpared } from "./spared.ts";

export const makeEdges: ProjectionRule = { name: "make-edges", project };

function project(input: RuleInput) {
  const { record } = input;
  if (!isAdmitted(record) || record.seen.lacksEdges === true) return nothing;
  if (isWithdrawn(record)) return nothing;
  return {
    effects: [
      ...edgesIn(record.reading).flatMap((ref) => edgeByText(input, ref) ?? []),
      ...edgesByHandovers(input),
    ],
    refreshes: unseen(input),
  };
}

/** Our dependencies that no read has returned yet, or never will because a person removed them. */
function unseen({ record }: RuleInput): readonly DelayedRefresh[] {
  const { blockedBy, blocking } = record.seen;
  const shown = new Set([...blockedBy.issues, ...blocking.issues].map(({ id }) => id));
  const waits = Object.entries(record.edgeMadeAt)
    .filter(([id]) => !shown.has(id))
    .map(([, madeAt]) => madeAt + visibilityMs - record.readAt);
  const longest = Math.max(0, ...waits);
  return longest > 0
    ? [refreshSelf(record, longest, "A dependency that we created is not visible yet.")]
    : [];
}

function edgeByText(input: RuleInput, ref: Ref): ProposedEffect | undefined {
  const { view, record } = input;
  const named = recordOf(view, record, ref);
  const other = record.reading.kind === "task" ? named && effectiveBlocker(input, named) : named;
  if (other === undefined || other.seen.id === record.seen.id) return undefined;
  if (isSpared(view, record, other)) return undefined;
  return edge(input, other, record, formatRef(ref));
}

/** The issue to wait for: a duplicate's original; undefined while that is still to be read. */
function effectiveBlocker({ view, record }: RuleInput, issue: IssueRecord): IssueRecord | undefined {
  const original = issue === record ? originalOf(view, issue) : originalFor(view, record, issue);
  if (original.type === "unread") return undefined;
  return original.type === "known" ? original.record : issue;
}

function edgesByHandovers({ view, record, context }: RuleInput): readonly ProposedEffect[] {
  if (record.reading.kind !== "task") return [];
  return handedBlockers(view, record).flatMap(
    ({ blocker, by }) => edge({ view, record, context }, blocker, by, `#${blocker.seen.number}`) ?? [],
  );
}

/** @param by the issue whose text names the other end */
function edge(
  input: RuleInput,
  other: IssueRecord,
  by: IssueRecord,
  name: string,
): ProposedEffect | undefined {
  const { record } = input;
  if (record.persisted.edges.includes(other.seen.id)) return undefined;
  const [blocked, blocker] =
    record.reading.kind === "task" ? [record, other] : [other, effectiveBlocker(input, record)];
  if (blocker === undefined || blocker.seen.id === blocked.seen.id) return undefined;
  if (blocker.reading.kind === "space") return undefined;
  if (!mayHold(input, blocked, by)) return undefined;
  const because = `The body of #${by.seen.number} mentions ${name}.`;
  const effect = { type: "AddBlockedBy", blockedId: blocked.seen.id, blockerId: blocker.seen.id } as const;
  const slot = { type: "dependency", id: other.seen.id } as const;
  return {
    slot,
    key: { type: "dependency", slot, change: "added" },
    effect,
    reason: { rule: makeEdges.name, because, ...asker(input, by) },
  };
}

function asker({ view, record }: RuleInput, by: IssueRecord): Pick<Reason, "actor"> {
  const actor = responsibleUser(by);
  if (actor === undefined) return {};
  const { id, login } = actor;
  return { actor: { id, login, role: roleIn(view, record.seen.repositoryId, id) } };
}

/** Only tasks can be blocked, and in another repository only by a user who is trusted there too. */
function mayHold({ view, context }: RuleInput, blocked: IssueRecord, by: IssueRecord): boolean {
  if (blocked.reading.kind !== "task") return false;
  return trustOf(view, blocked.seen.repositoryId, responsibleUser(by), context) === "trusted";
}

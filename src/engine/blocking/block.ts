/**
 * Handles `/block` and `/unblock`, which add and remove dependencies, and forgets a lost blocker on request.
 */
import type { BlockCommand, UnblockCommand } from "../../protocol/commands/block.ts";
import { formatRef, type Ref, refKey } from "../../protocol/references/ref.ts";
import { type CommandAction, type CommandOutcome, reasonOf, refuse } from "../commands/order.ts";
import { lettingStand, removalsInDoubt } from "../freeing/doubts.ts";
import type { CommentSeen, LinkedIssue, NodeId, ReferencedPull } from "../model/fact.ts";
import { formatOutcomeKey } from "../model/keys/outcome-key.ts";
import { edgesIn } from "../model/names.ts";
import type { Doubt, PersistedState } from "../model/persisted-state.ts";
import { adviceOn, pullNamed } from "../model/pulls.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { keyFrom, recordOf, repositoryOf } from "../model/view.ts";
import { effectiveBlocker } from "./dependencies/duplicates.ts";
import { removedLink } from "./dependencies/removed-dependency.ts";

const onlyTasks = refuse("This issue is not a task. Comment it on the task that has to wait.");

const noEdges =
  'This GitHub host has no "blocked by" dependencies. Add the issue to the section "Blocked by" of the task\'s body instead.';

export const block: CommandAction<BlockCommand> = (input, { blocker: ref }, comment) => {
  const { view, record } = input;
  if (record.reading.kind !== "task") return onlyTasks;
  const key = keyFrom(view, record, ref);
  const blocker = recordOf(view, record, ref);
  const home = repositoryOf(view, record);
  const pull = home && pullNamed(record, home, ref);
  if (pull !== undefined && (blocker === undefined || blocker === record))
    return refuse(pullRefused(input, pull));
  if (blocker?.seen.id === record.seen.id)
    return refuse("An issue cannot wait for itself. Name the one that it waits for.");
  if (blocker?.reading.kind === "space")
    return refuse("A space blocks nothing. Name those of its tasks that must be completed first.");
  if (record.seen.lacksEdges === true) return refuse(noEdges);
  if (linkTo(input, key) !== undefined) return { type: "done" };
  if (blocker === undefined) return refuse(unknown(ref));
  const pair = { blockedId: record.seen.id, blockerId: blocker.seen.id };
  if (record.edgeMadeAt[pair.blockerId] !== undefined) return { type: "done" };
  return pending(input, comment, { type: "AddBlockedBy", ...pair });
};

export const unblock: CommandAction<UnblockCommand> = (input, { blocker: ref }, comment) => {
  const { view, record } = input;
  if (record.reading.kind !== "task") return onlyTasks;
  const key = keyFrom(view, record, ref);
  const named = recordOf(view, record, ref);
  const blocker = named && effectiveBlocker(view, record, named);
  const link = linkTo(input, key) ?? (blocker && linkWith(record, blocker.seen.id));
  const lost = record.persisted.lost.filter((name) => name.toLowerCase() !== key);
  if (link !== undefined) {
    const pair = { blockedId: record.seen.id, blockerId: link.id };
    return pending(input, comment, { type: "RemoveBlockedBy", ...pair });
  }
  const removed = removalNamed(input, key, blocker?.seen.id);
  if (removed !== undefined) return letStand(record, removed, comment);
  const isNamed = edgesIn(record.reading).some((named) => keyFrom(view, record, named) === key);
  if (blocker === undefined && !isNamed && lost.length === record.persisted.lost.length)
    return refuse(unknown(ref));
  const waived =
    blocker === undefined && isNamed
      ? [...new Set([...record.persisted.waived, key])]
      : record.persisted.waived;
  const persisted = blocker === undefined ? record.persisted : notByText(record, blocker.seen.id);
  const names = [
    blocker?.seen.id,
    formatRef(ref),
    ...record.persisted.lost.filter((name) => !lost.includes(name)),
  ];
  return {
    type: "done",
    persisted: { ...persisted, lost, waived, waivers: withWaiver(persisted, names, comment) },
  };
};

/** A dependency that is not there, as somebody removed it who may not; it may lead to an issue that the index lacks. */
function removalNamed({ record }: RuleInput, key: string, id: NodeId | undefined): Doubt | undefined {
  return removalsInDoubt(record).find(({ of }) => {
    const link = removedLink(record, of);
    return of === id || (link !== undefined && refKey(link) === key);
  });
}

function letStand(record: IssueRecord, { of, at }: Doubt, comment: CommentSeen): CommandOutcome {
  const persisted = lettingStand(notByText(record, of), of, Math.max(at, comment.createdAt));
  const waivers = withWaiver(record.persisted, [of], comment);
  return { type: "done", persisted: { ...persisted, waivers } };
}

/** How many waivers a task keeps. */
const waiversKept = 10;

/** For the next unblock notice: an issue that did not block the task needs no mention. */
function withWaiver(
  { waivers, heldBy }: PersistedState,
  names: readonly (string | undefined)[],
  { author, createdAt: at }: CommentSeen,
): PersistedState["waivers"] {
  const of = heldBy.find((holder) => names.includes(holder));
  if (of === undefined) return waivers;
  return [...waivers.filter((each) => each.of !== of), { of, by: author.login, at }].slice(-waiversKept);
}

function pullRefused({ record }: RuleInput, pull: ReferencedPull): string {
  const { message, fix } = adviceOn(pull, record.seen.number);
  return `${message} ${fix}`;
}

function unknown(ref: Ref): string {
  const elsewhere = "If it is in another repository, set it on GitHub, under the issue's relationships.";
  const pull = "If it is a pull request, use the issue that it closes.";
  return `signalbox finds no issue \`${formatRef(ref)}\` here. ${ref.owner === undefined ? pull : elsewhere}`;
}

function linkWith({ seen }: IssueRecord, id: NodeId): LinkedIssue | undefined {
  return seen.blockedBy.issues.find((link) => link.id === id);
}

function linkTo({ record }: RuleInput, key: string): LinkedIssue | undefined {
  return record.seen.blockedBy.issues.find(
    ({ owner, repo, number }) => refKey({ owner, repo, number }) === key,
  );
}

/** A dependency that the task's text has yet to create is recorded as created and removed. */
function notByText(record: IssueRecord, id: NodeId): IssueRecord["persisted"] {
  const { persisted, reading } = record;
  const isNamed = reading.kind === "task" && !persisted.edges.includes(id);
  return isNamed ? { ...persisted, edges: [...persisted.edges, id] } : persisted;
}

type Edge = Extract<CommandOutcome, { readonly type: "pending" }>["proposed"]["effect"] & {
  readonly type: "AddBlockedBy" | "RemoveBlockedBy";
};

/** A permanent refusal by GitHub is reported to the command's author. */
function pending(input: RuleInput, comment: CommentSeen, effect: Edge): CommandOutcome {
  const { view, record } = input;
  const slot = { type: "dependency", id: effect.blockerId } as const;
  const change = effect.type === "AddBlockedBy" ? "added" : "removed";
  const key = { type: "dependency", slot, change, commandId: comment.id } as const;
  const written = formatOutcomeKey(record.seen.id, key);
  const refusal = (view.refusals.get(record.seen.id) ?? []).find((each) => each.key === written);
  if (refusal !== undefined)
    return refuse(`GitHub refused it: ${refusal.message} Once that is mended, comment it again.`);
  return {
    type: "pending",
    proposed: { slot, key, effect, reason: reasonOf(input, comment, "run-commands") },
  };
}

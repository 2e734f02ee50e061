/**
 * Builds the rows of the ledger, one constructor per kind. Rows are written where something happened, not per
 * decision: the same effect is decided again in every pass until it is done.
 */
import { type Millis, toIsoSeconds } from "../base/clock.ts";
import type { Mute } from "../engine/admission/bot-exchanges.ts";
import type { FoldNote } from "../engine/fold/fold-notes.ts";
import type { LeaseNote } from "../engine/leases/lease-notes.ts";
import type { Effect, PlannedEffect } from "../engine/model/effect.ts";
import type { IssueSeen, NodeId, RepositoryId } from "../engine/model/fact.ts";
import { describeEffect } from "../engine/presentation/description.ts";
import type { Delivery } from "./ports/inbox.ts";
import type { LedgerEntry } from "./ports/ledger.ts";

type EffectRow = "done" | "refused" | "dropped" | "duplicate-repaired";

/** The outcome of an effect. The removal of a duplicate is recorded as a repair. */
export function effectRow(
  at: Millis,
  planned: PlannedEffect,
  outcome: "done" | "refused" | "dropped",
  detail?: string,
): LedgerEntry {
  const { issueId, repositoryId, reason, effect } = planned;
  const what = describeEffect(effect);
  const repairs = outcome === "done" && isRepair(effect);
  const kind: EffectRow = repairs ? "duplicate-repaired" : outcome;
  return {
    at,
    repositoryId,
    issueId,
    kind,
    rule: reason.rule,
    because: reason.because,
    what: detail === undefined ? what : `${what}: ${detail}`,
    delivery: reason.delivery,
    actor: reason.actor,
  };
}

/** We close nothing else as a duplicate. */
function isRepair(effect: Effect): boolean {
  return effect.type === "MinimizeComment" || (effect.type === "CloseIssue" && effect.reason === "duplicate");
}

/** A delivery that is not ours or not what it claims to be. */
export function droppedRow(at: Millis, delivery: Delivery, because: string): LedgerEntry {
  return deliveryRow(at, delivery, "dropped", because);
}

/** A delivery that failed too often, kept and visible. */
export function deadLetterRow(at: Millis, delivery: Delivery, error: string): LedgerEntry {
  return deliveryRow(at, delivery, "dead-letter", error);
}

function deliveryRow(
  at: Millis,
  delivery: Delivery,
  kind: "dropped" | "dead-letter",
  because: string,
): LedgerEntry {
  const { event, action, guid } = delivery;
  return {
    at,
    repositoryId: delivery.repositoryId,
    issueId: undefined,
    kind,
    rule: "dispatch",
    because,
    what: action === undefined ? event : `${event}.${action}`,
    delivery: guid,
    actor: undefined,
  };
}

interface LeaseSource {
  /** The delivery that led to the decision, if one was about this issue. */
  readonly delivery: string | undefined;
  readonly roleOf: (id: NodeId) => string;
}

/** A lease that began or ended. */
export function leaseRow(
  at: Millis,
  { id, repositoryId }: Pick<IssueSeen, "id" | "repositoryId">,
  { what, because, by }: LeaseNote,
  { delivery, roleOf }: LeaseSource,
): LedgerEntry {
  return {
    at,
    repositoryId,
    issueId: id,
    kind: "lease",
    rule: "leases",
    because,
    what,
    delivery,
    actor: by && { ...by, role: roleOf(by.id) },
  };
}

/**
 * An observation that caused no change by itself: an edited body, a forged marker, an issue that was deleted.
 */
export function noteRow(at: Millis, repositoryId: RepositoryId, note: FoldNote): LedgerEntry {
  return {
    at,
    repositoryId,
    issueId: note.issueId,
    kind: note.kind,
    rule: "fold",
    because: note.because,
    what: note.what,
    delivery: undefined,
    actor: undefined,
  };
}

/** An issue that GitHub repeatedly failed to return while it returned others. */
export function unreadRow(
  at: Millis,
  {
    repositoryId,
    issueId,
    name,
  }: { readonly repositoryId: RepositoryId; readonly issueId: NodeId | undefined; readonly name: string },
  message: string,
): LedgerEntry {
  return {
    at,
    repositoryId,
    issueId,
    kind: "unread",
    rule: "dispatch",
    because: `GitHub did not return it: ${message}`,
    what: `keep ${name} as last read, and retry every few minutes`,
    delivery: undefined,
    actor: undefined,
  };
}

/** A bot that posted more commands than a bot may; reported once per mute. */
export function mutedRow(
  at: Millis,
  { repositoryId, id }: Pick<IssueSeen, "repositoryId" | "id">,
  { author, until }: Mute,
): LedgerEntry {
  return {
    at,
    repositoryId,
    issueId: id,
    kind: "muted",
    rule: "exchanges",
    because: `${author.login} is a bot and posted more commands here than are accepted from one bot in an hour.`,
    what: `ignore ${author.id} until ${toIsoSeconds(until)}`,
    delivery: undefined,
    actor: undefined,
  };
}

/** Deliveries that can no longer be fetched: everything is read again instead. */
export function gapRow(at: Millis, because: string): LedgerEntry {
  return {
    at,
    repositoryId: undefined,
    issueId: undefined,
    kind: "gap",
    rule: "sweep",
    because,
    what: "everything is read again",
    delivery: undefined,
    actor: undefined,
  };
}

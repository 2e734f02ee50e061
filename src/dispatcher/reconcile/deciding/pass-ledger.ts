/** The rows that a pass writes into the ledger. */
import { newMutes } from "../../../engine/admission/bot-exchanges.ts";
import { lockNotes } from "../../../engine/locks/lock-notes.ts";
import { type IssueRecord, roleIn } from "../../../engine/model/snapshot.ts";
import { leaseRow, mutedRow, noteRow } from "../../ledger.ts";
import type { LedgerEntry } from "../../ports/ledger.ts";
import { keyOf } from "../reading/targets.ts";
import type { DecidedPass, PassWork } from "./decided-pass.ts";

export function writePassLedger(pass: DecidedPass): readonly LedgerEntry[] {
  const { work, folded, unread, decision, now } = pass;
  return [
    ...work.plan.ledger,
    ...unread.ledger,
    ...folded.notes.map((note) => noteRow(now, work.repository.id, note)),
    ...decision.records.flatMap((record) => reportMutes(pass, record)),
    ...decision.records.flatMap((record) => reportLeases(pass, record)),
  ];
}

function reportMutes({ folded, context, now }: DecidedPass, { seen }: IssueRecord): readonly LedgerEntry[] {
  const before = folded.known.records.get(seen.id)?.seen;
  return newMutes(before, seen, context).map((mute) => mutedRow(now, seen, mute));
}

/** The leases and locks that began or ended. */
function reportLeases(pass: DecidedPass, record: IssueRecord): readonly LedgerEntry[] {
  const { work, folded, view, context, decision, now } = pass;
  const { id } = record.seen;
  const leases = decision.leases.get(id) ?? [];
  const locks = lockNotes(folded.known.records.get(id), record, context.now);
  const source = {
    delivery: findDeliveryAbout(work, record),
    roleOf: (person: string) => roleIn(view, work.repository.id, person),
  };
  return [...leases, ...locks].map((note) => leaseRow(now, record.seen, note, source));
}

/**
 * The delivery that requested the effect's issue, or the first of the batch, which led there through a
 * neighbour.
 */
export function findDeliveryBehind(work: PassWork, record: IssueRecord | undefined): string | undefined {
  return (record && findDeliveryAbout(work, record)) ?? work.batch.deliveries[0]?.guid;
}

function findDeliveryAbout({ plan: { askedBy } }: PassWork, { seen }: IssueRecord): string | undefined {
  return askedBy.get(keyOf({ id: seen.id })) ?? askedBy.get(keyOf({ number: seen.number }));
}

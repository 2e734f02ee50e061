/** Tells what led to a broken promise: the ledger's lines and the index's records of the issues that it names. */
import { z } from "zod";
import { parseRecord } from "../../../src/store/shape/stored-json.ts";
import type { MortalBus } from "../mortal-bus.ts";
import { rowsOfIndex } from "../store-of-flows.ts";

const rowShape = z.object({ id: z.string(), number: z.number(), record: z.string(), read_at: z.number() });
type Row = z.infer<typeof rowShape>;

const linesAtMost = 80;

/** @param broken sentences that name issues by `#12` or by their node ids */
export function historyOf(bus: Pick<MortalBus, "home" | "ledger">, broken: readonly string[]) {
  if (broken.length === 0) return [];
  const rows = rowsIn(bus.home).filter((row) => broken.some((sentence) => isNamed(sentence, row)));
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const lines = bus
    .ledger()
    .filter(({ issue_id: id }) => id !== null && numbers.has(id))
    .slice(-linesAtMost)
    .map(
      ({ issue_id: id, at, kind, rule, what, because }) =>
        `${at} #${numbers.get(id ?? "")} ${kind} ${rule}: ${what} (${because})`,
    );
  return [...rows.map(summary), ...lines];
}

function isNamed(sentence: string, { id, number }: Row): boolean {
  return sentence.startsWith(`${id}:`) || new RegExp(`#${number}\\b`).test(sentence);
}

function summary({ number, record, read_at }: Row): string {
  const { persisted, seen, readAt, wroteAt } = parseRecord(record, read_at);
  const { lease, lastLease, settled } = persisted;
  const { issueState, createdAt, assignees, assignments, labels } = seen;
  const shown = {
    issueState,
    createdAt,
    assignees: assignees.map(({ login }) => login),
    assignments,
    labels,
  };
  return `#${number} ${JSON.stringify({ readAt, wroteAt, ...shown, lease, lastLease, settled })}`;
}

function rowsIn(home: string): readonly Row[] {
  return z.array(rowShape).parse(rowsOfIndex(home, "SELECT id, number, record, read_at FROM issue"));
}

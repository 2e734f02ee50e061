/** Replacements for the writer and the outbox in a pass that writes nothing. */
import type { Outbox } from "../../dispatcher/ports/outbox.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";

/**
 * Reads, but writes nothing. The outbox alone cannot prevent all writes: the issues opened about settings
 * bypass it.
 */
export function readOnlyWriter(writer: Writer): Writer {
  return {
    ...writer,
    write: async (_, effects) =>
      effects.map(({ id }) => ({
        id,
        ok: false,
        failure: { type: "refused", message: "Nothing is written." },
      })),
    showSettings: async () => {},
    reopenIssue: async () => {},
    ensureLabels: async (_, known) => ({ made: 0, labels: known }),
  };
}

/** Stores effects and never hands them out. */
export function heldOutbox(outbox: Outbox): Outbox {
  return {
    ...bound(outbox),
    dueInstallations: async () => [],
    nextDueAt: async () => undefined,
  };
}

function bound(outbox: Outbox): Outbox {
  return {
    hold: outbox.hold.bind(outbox),
    due: outbox.due.bind(outbox),
    dueInstallations: outbox.dueInstallations.bind(outbox),
    sending: outbox.sending.bind(outbox),
    receipt: outbox.receipt.bind(outbox),
    sharesTaken: outbox.sharesTaken.bind(outbox),
    holds: outbox.holds.bind(outbox),
    keepHold: outbox.keepHold.bind(outbox),
    nextDueAt: outbox.nextDueAt.bind(outbox),
    counts: outbox.counts.bind(outbox),
  };
}

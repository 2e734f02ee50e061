/** What a stream sends, as `text/event-stream` has it. */
import type { ChangesOutput } from "../../../operations/changes/changes.ts";

const encoder = new TextEncoder();

/** After how long a client whose stream was cut comes back. */
const retryMs = 1_000;

/** Names the place from which a client goes on that is cut off before anything has changed. */
export function openingEvent(cursor: string | undefined): Uint8Array {
  const place = cursor === undefined ? "" : `id: ${cursor}\n`;
  return encoder.encode(`retry: ${retryMs}\n${place}\n`);
}

/** Keeps proxies from closing a silent connection, and shows that a reader has gone. */
export const silence: Uint8Array = encoder.encode(":\n\n");

/**
 * One event for each page: only after all of it has the reader come as far as its cursor. A reset has no cursor of its
 * own, so that a reader who is cut off behind it gets it again.
 */
export function pageEvent(page: ChangesOutput): Uint8Array {
  const reset = page.isReset ? "event: reset\ndata: {}\n\n" : "";
  return encoder.encode(`${reset}id: ${page.cursor}\nevent: changes\ndata: ${JSON.stringify(page)}\n\n`);
}

/** Waits for the server to know what was just written. */
import type { Millis } from "../../base/clock.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";

/** How long the answer waits for the server. */
const takenUpMs = 2_000;
/** A delivery usually comes sooner; after this long the server is asked to look. */
const deliveryMs = 500;
const lookEveryMs = 50;

/**
 * Whether the server shows it within two seconds. It is written by now, so a server that does not answer takes nothing back: it
 * may be away, or have accepted a handover, which ends what the run may read. Sent again, it would be written twice.
 */
export async function isTakenUp(
  ports: OperationPorts,
  ref: FullRef,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  if (ports.source === "github") return false;
  const isSeen = (): Promise<boolean> => isThere().catch(() => false);
  const startedAt: Millis = ports.clock.now();
  const look = { isAsked: false, isDone: false };
  while (!(await isSeen())) {
    const passed = ports.clock.now() - startedAt;
    if (look.isDone || passed >= takenUpMs) return isSeen();
    if (passed >= deliveryMs && !look.isAsked) {
      look.isAsked = true;
      // It may take longer than we wait.
      void ports.freshen(ref).then(() => {
        look.isDone = true;
      });
    }
    await ports.clock.sleep(lookEveryMs);
  }
  return true;
}

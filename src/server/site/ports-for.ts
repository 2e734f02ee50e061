/** What operations get at the site: the board and the clock of the running server. */
import type { Clock } from "../../base/clock.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import type { DataAge } from "../../operations/output/look.ts";
import type { Board } from "../../operations/ports.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { PortsFor } from "./pages/mount.ts";

export interface SitePorts {
  readonly board: Board;
  readonly clock: Clock;
  /** Resolves to whether the index is now up to date with GitHub. */
  readonly look: (ref: FullRef) => Promise<boolean>;
  /** Whether the server is doing all of its work, so that the index is up to date. */
  readonly isReady: () => boolean;
}

export function createPortsFor({ board, clock, look, isReady }: SitePorts): PortsFor {
  const reading = async (): Promise<DataAge> => {
    if (isReady()) return { asOf: clock.now(), isFresh: true, remark: undefined };
    const remark = "the server does not do all of its work (/health says why)";
    return { asOf: await board.readAt(), isFresh: false, remark };
  };
  const ports: OperationPorts = {
    board,
    clock,
    repository: undefined,
    freshen: async (ref) => ((await look(ref)) ? "fresh" : "unsure"),
    reading,
    progress: () => {},
    caller: undefined,
  };
  return () => ports;
}

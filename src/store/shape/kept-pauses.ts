/** The operator's pauses, where several processes share them. */
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";

export interface KeptPauses {
  readonly read: () => Promise<OwnersPauses>;
  /** Changes come one after another. */
  readonly change: (work: (pauses: OwnersPauses) => OwnersPauses) => Promise<void>;
}

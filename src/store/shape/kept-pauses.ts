/** The operator's pauses, where the store has them: several processes may share them. */
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";

export interface KeptPauses {
  readonly read: () => Promise<OwnersPauses>;
  /** Changes come one after another. */
  readonly change: (work: (pauses: OwnersPauses) => OwnersPauses) => Promise<void>;
}

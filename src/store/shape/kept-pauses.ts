/** The operator's pauses in the store. Several processes may share them. */
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";

export interface KeptPauses {
  readonly read: () => Promise<OwnersPauses>;
  /** Changes are serialised. */
  readonly change: (work: (pauses: OwnersPauses) => OwnersPauses) => Promise<void>;
}

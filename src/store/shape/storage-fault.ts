/** Says which part of a store cannot write. */
import type { Millis } from "../../base/clock.ts";

/** `journal`: incoming deliveries. `index`: the database. */
export type StoragePart = "journal" | "index";

export interface StorageFault {
  readonly part: StoragePart;
  readonly since: Millis;
  /** A few words without paths, since /health shows them publicly. */
  readonly error: string;
}

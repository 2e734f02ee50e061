/** Says which part of a store cannot write. */
import type { Millis } from "../../base/clock.ts";

/** `journal`: incoming deliveries. `index`: the database. */
export type StoragePart = "journal" | "index";

/** `release`: the database needs a newer release than this process's. */
export interface StorageFault<Part = StoragePart | "release"> {
  readonly part: Part;
  readonly since: Millis;
  /** A few words without paths, since /health shows them publicly. */
  readonly error: string;
}

/** The installations that the process of a store serves. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";

export type ServedScope =
  /** A single server: no other process writes to the database. */
  | { readonly type: "everything" }
  /** A web process: it stores deliveries and reads; owners do the rest. */
  | { readonly type: "nothing" }
  | {
      readonly type: "installation";
      readonly id: InstallationId;
      /** Called first in each write. It throws once another process serves the installation. */
      readonly requireOwnership: (queries: Queries) => Promise<void>;
    };

export const servesEverything: ServedScope = { type: "everything" };

/** The installations that another process serves. */
export function servedByOthers(
  scope: ServedScope,
  installations: Iterable<InstallationId>,
): readonly InstallationId[] {
  switch (scope.type) {
    case "everything":
      return [];
    case "nothing":
      return [...installations];
    case "installation":
      return [...installations].filter((id) => id !== scope.id);
  }
}

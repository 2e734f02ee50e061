/** Which installations the process serves whose store this is. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";

export type Share =
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

export const everything: Share = { type: "everything" };

/** The installations that another process serves. */
export function servedByOthers(
  share: Share,
  installations: Iterable<InstallationId>,
): readonly InstallationId[] {
  switch (share.type) {
    case "everything":
      return [];
    case "nothing":
      return [...installations];
    case "installation":
      return [...installations].filter((id) => id !== share.id);
  }
}

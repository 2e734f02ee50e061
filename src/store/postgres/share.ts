/** Which part of a database the user of a store serves: several processes may share one. */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Queries } from "./database/connection.ts";

export type Share =
  /** One server, which alone writes the database. */
  | { readonly type: "everything" }
  /** A web process: it stores and reads, and asks the owners for the rest. */
  | { readonly type: "nothing" }
  | {
      readonly type: "installation";
      readonly id: InstallationId;
      /** Called first in each write. It throws once another process serves the installation. */
      readonly requireOwnership: (queries: Queries) => Promise<void>;
    };

export const everything: Share = { type: "everything" };

/** Those of `installations` that somebody else serves. */
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

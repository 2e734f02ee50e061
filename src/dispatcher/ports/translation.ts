/** What a delivery asks for, in our words. A newcomer would read a payload's state; only a fresh read has that. */

import type { CommentSeen, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Look } from "./look.ts";
import type { PushHeard } from "./settings.ts";
import type { Work } from "./tracker.ts";

/** What a delivery asks for, in our words: the only sight of a payload below the github room. */
export interface Translation {
  readonly looks: readonly Pick<Look, "target" | "because">[];
  /** The commands' text of a comment as created, from the verified payload. */
  readonly comments: readonly { readonly issue: { readonly id: NodeId }; readonly comment: CommentSeen }[];
  readonly gone: readonly { readonly id: NodeId; readonly why: "deleted" | "transferred" }[];
  /** Issues transferred, as either repository is told. */
  readonly moved: readonly {
    readonly from: NodeId;
    readonly to: NodeId;
    readonly repositoryId: NodeId;
    readonly number: number;
  }[];
  /** Edges that somebody took away, which no later read can tell from edges that do not show yet. */
  readonly cut: readonly { readonly blockedId: NodeId; readonly blockerId: NodeId }[];
  /** Work that handovers may report. */
  readonly work: readonly Work[];
  readonly labelsDeleted: boolean;
  /** The default branch moved. */
  readonly filesChanged: boolean;
  /** Who moved it, where the payload says that. */
  readonly pushed: PushHeard | undefined;
  readonly installationChanged: boolean;
  readonly repository: RepositorySeen | undefined;
  /** Set when the payload is not ours or not of its event's shape: dropped, with this ledger note. */
  readonly dropped: string | undefined;
}

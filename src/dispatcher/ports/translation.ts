/**
 * The requests that follow from a delivery, normalised. Never read state from a payload: only a fresh read
 * has the current one.
 */

import type { News } from "../../engine/fold/known-news.ts";
import type { CommentSeen, NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { RefreshRequest } from "./refresh-request.ts";
import type { ReceivedPush } from "./settings.ts";
import type { Person, Work } from "./tracker.ts";

/** An issue that a delivery is about. */
export interface AskedRefresh extends Pick<RefreshRequest, "target" | "because"> {
  /** The facts it reports about the issue: if the index shows that already, nothing needs to be read. */
  readonly news?: News | undefined;
  /** Its new text. Which issues that names is found out only if the issue is read. */
  readonly text?: IssueText;
}

/** GitHub cannot say any more how it writes the id of what is gone; the number is that within the delivery's repository. */
export interface GoneIssue {
  readonly id: NodeId;
  readonly number: number;
  readonly why: "deleted" | "transferred";
}

export interface IssueText {
  readonly number: number;
  readonly body: string;
}

/** What a delivery asks for, normalised; only the `github` folder sees the payload itself. */
export interface Translation {
  readonly refreshes: readonly AskedRefresh[];
  /** Whose act it tells of, where that may be anybody's: what it has us read counts against the account's share. */
  readonly by: Person | undefined;
  /** The commands' text of a comment as created, from the verified payload. */
  readonly comments: readonly { readonly issue: { readonly id: NodeId }; readonly comment: CommentSeen }[];
  readonly gone: readonly GoneIssue[];
  /** Transferred issues, as reported to either repository. */
  readonly moved: readonly {
    readonly from: NodeId;
    /** Where it was, if the delivery says so. */
    readonly was?: { readonly repositoryId: RepositoryId; readonly number: number };
    readonly to: NodeId;
    readonly repositoryId: RepositoryId;
    readonly number: number;
  }[];
  /** Edges that a user removed, which no later read can distinguish from edges that do not show yet. */
  readonly cut: readonly { readonly blockedId: NodeId; readonly blockerId: NodeId }[];
  /** Work that handovers may report. */
  readonly work: readonly Work[];
  readonly labelsDeleted: boolean;
  /** The default branch moved. */
  readonly filesChanged: boolean;
  /** A pull request was opened, reopened, pushed to, edited or closed. */
  readonly pullsChanged: boolean;
  /** Who moved it, if the payload says so. */
  readonly pushed: ReceivedPush | undefined;
  readonly installationChanged: boolean;
  readonly repository: RepositorySeen | undefined;
  /** Set when the payload is not ours or not of its event's shape: dropped, with this ledger note. */
  readonly dropped: string | undefined;
  /** What it names in GitHub's older format; once that is learnt, the delivery has to be translated again. */
  readonly unknownIds: readonly NodeId[];
}

/** What a delivery asks for that asks for nothing. */
export const emptyTranslation: Translation = {
  refreshes: [],
  by: undefined,
  comments: [],
  gone: [],
  moved: [],
  cut: [],
  work: [],
  labelsDeleted: false,
  filesChanged: false,
  pullsChanged: false,
  pushed: undefined,
  installationChanged: false,
  repository: undefined,
  dropped: undefined,
  unknownIds: [],
};

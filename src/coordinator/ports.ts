/**
 * What the coordinator needs from outside. It cannot write to GitHub: it reads a few records and requests
 * refreshes.
 */
import type { Clock, Millis } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { IssueRecord } from "../engine/model/snapshot.ts";
import type { Settings } from "../protocol/settings/config.ts";
import type { Answerer } from "./answers/answerer.ts";
import type { Provenance } from "./gates/own-page.ts";
import type { PageFindings } from "./pages/page-findings.ts";

/** A file of the context store. */
export interface ContextFile {
  readonly path: string;
  /** The blob's id in Git: the same id means the same text. */
  readonly oid: string;
  /** A manifest is read for package names only, and never quoted. */
  readonly use: "quoted" | "manifest";
}

/** A file that was not read, with the reason as the end of a sentence ("is a link"). */
export interface Skipped {
  readonly path: string;
  readonly why: string;
}

/** The requested files in a commit's listing. */
export interface ContextListing {
  readonly files: readonly ContextFile[];
  readonly skipped: readonly Skipped[];
}

/** An entry of a commit's tree. */
export interface TreeFile {
  readonly path: string;
  readonly oid: string;
  /** Size in bytes; 0 for anything but a file. */
  readonly size: number;
  /**
   * `link` points elsewhere, possibly to another repository; `unread` is a file that is too large or whose
   * path is invalid.
   */
  readonly kind: "file" | "folder" | "link" | "unread";
}

/**
 * The files of a repository at one commit, and who brought them. Throws `RequestFailed` if GitHub cannot be
 * read.
 */
export interface ContextSource {
  readonly provenance: Provenance;
  /** @param paths globs of what may be quoted */
  readonly list: (
    repository: RepositorySeen,
    commit: string,
    paths: readonly string[],
  ) => Promise<ContextListing>;
  /** What is in some folders at the commit, in one request. A folder that is not there is empty. */
  readonly entries: (
    repository: RepositorySeen,
    commit: string,
    folders: readonly string[],
  ) => Promise<readonly TreeFile[]>;
  /** Every entry at the commit; undefined if GitHub does not list all of them. */
  readonly tree: (repository: RepositorySeen, commit: string) => Promise<readonly TreeFile[] | undefined>;
  /** The texts by oid. A blob that is not text, or does not match its oid, is skipped. */
  readonly read: (
    repository: RepositorySeen,
    files: readonly ContextFile[],
  ) => Promise<{ readonly texts: ReadonlyMap<string, string>; readonly skipped: readonly Skipped[] }>;
}

/** The context store of a repository as last read. */
export interface StoredContext {
  readonly commit: string;
  /** The globs it was listed with; with other globs it is out of date. */
  readonly paths: readonly string[];
  readonly files: readonly (ContextFile & { readonly text: string })[];
}

/** The origin of a stored context store. */
export type ContextHead = Pick<StoredContext, "commit" | "paths">;

/** Stores context stores between runs. A cache: what is lost is read again. */
export interface ContextCache {
  /** Keyed by repository; omits those without a stored context store. */
  readonly contexts: (
    repositoryIds: readonly RepositoryId[],
  ) => Promise<ReadonlyMap<RepositoryId, StoredContext>>;
  /** The same without the files. */
  readonly contextHeads: (
    repositoryIds: readonly RepositoryId[],
  ) => Promise<ReadonlyMap<RepositoryId, ContextHead>>;
  readonly keepContext: (repositoryId: RepositoryId, kept: StoredContext) => Promise<void>;
}

/** Stores proposals for questions. A cache: what is lost is computed again. */
export interface ProposalStore {
  /** Keyed by question; omits those without a proposal. */
  readonly proposals: (questionIds: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, Proposal>>;
  readonly saveProposals: (proposals: ReadonlyMap<NodeId, Proposal>) => Promise<void>;
}

/** An issue of a list. */
export interface Listed {
  readonly id: NodeId;
  /** Grows whenever its record is written, also across restarts. */
  readonly edition: number;
}

/** The records that the coordinator reads. Repositories are few: the store has them at hand. */
export interface Questions {
  readonly repository: (id: RepositoryId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  /** Keyed by id; omits those not in the index. */
  readonly records: (ids: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, IssueRecord>>;
  /** The newest `limit` issues of one kind, by number. */
  readonly ofKind: (
    repositoryId: RepositoryId,
    kind: "question" | "answer" | "task" | "handover" | "contract",
    limit: number,
  ) => Promise<readonly IssueRecord[]>;
  /** The same without the records. */
  readonly listed: (
    repositoryId: RepositoryId,
    kind: "question" | "answer",
    limit: number,
  ) => Promise<readonly Listed[]>;
  /**
   * Grows whenever a question, an answer or a contract of the repository is written or removed. Read it before what it
   * stands for, so that a change in between is noticed the next time.
   */
  readonly edition: (repositoryId: RepositoryId) => Promise<number>;
}

export interface CoordinatorStore extends Questions, ContextCache, ProposalStore, PageFindings {}

/** The answerer, and the scan for what answers must not contain. */
export interface AnswererOptions {
  /** Undefined if only quoting is configured. */
  readonly answerer: Answerer | undefined;
  /** Values that must never be written, in any encoding. */
  readonly secrets: readonly string[];
  /** Pages as `init` installs them; unchanged ones are not read. */
  readonly installed: readonly string[];
}

/** Where the coordinator reports its actions. */
export interface Reports {
  /** Requests a refresh of each, so that the engine acts on the new proposals. */
  readonly requestRefreshes: (
    repositoryId: RepositoryId,
    ids: readonly NodeId[],
    because: string,
  ) => Promise<void>;
  readonly note: (entry: CoordinatorNote) => Promise<void>;
  readonly logger: Logger;
}

/** Everything the coordinator works with; the composition passes it in. */
export interface CoordinatorPorts {
  readonly store: CoordinatorStore;
  readonly source: ContextSource;
  readonly settingsOf: (repositoryId: RepositoryId) => Settings;
  /** The head of the default branch, as the newest push or reading shows it. */
  readonly headOf: (repositoryId: RepositoryId) => string | undefined;
  readonly answering: AnswererOptions;
  readonly reports: Reports;
  readonly clock: Clock;
}

/** A row for the ledger. */
export interface CoordinatorNote {
  readonly at: Millis;
  readonly repositoryId: RepositoryId;
  readonly issueId: NodeId | undefined;
  /** `context-skipped`, `answerer-failed`. */
  readonly kind: string;
  readonly because: string;
  readonly what: string;
}

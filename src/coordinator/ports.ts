/**
 * What the coordinator needs of the outside, each a plain noun. A newcomer would hand it the dispatcher's ports; it
 * reads a few records, asks for looks, and can write nothing to GitHub by itself.
 */
import type { Clock, Millis } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { NodeId, RepositorySeen } from "../engine/fact.ts";
import type { Proposal } from "../engine/proposal.ts";
import type { IssueRecord } from "../engine/snapshot.ts";
import type { Settings } from "../protocol/config.ts";
import type { Answerer } from "./answerer.ts";
import type { Provenance } from "./own-page.ts";

/** A file of the context store. */
export interface ContextFile {
  readonly path: string;
  /** Git's id of the blob: the same id is the same text. */
  readonly oid: string;
  /** A manifest is read for package names alone, and never quoted. */
  readonly use: "quoted" | "manifest";
}

/** A file that was not read, and why: a sentence's end for people ("is a link"). */
export interface Skipped {
  readonly path: string;
  readonly why: string;
}

/** What a commit's listing holds of the files wanted. */
export interface ContextListing {
  readonly files: readonly ContextFile[];
  readonly skipped: readonly Skipped[];
}

/** An entry of a commit's tree. */
export interface TreeFile {
  readonly path: string;
  readonly oid: string;
  /** In bytes; 0 for what is no file. */
  readonly size: number;
  /** `link` leads elsewhere, into another repository, too; `unread` is a file that is too large, or whose path is none. */
  readonly kind: "file" | "folder" | "link" | "unread";
}

/** The files of a repository at one commit, and who brought them. Throws `RequestFailed` when GitHub cannot be read. */
export interface ContextSource {
  readonly provenance: Provenance;
  /** @param paths globs of what may be quoted */
  readonly list: (
    repository: RepositorySeen,
    commit: string,
    paths: readonly string[],
  ) => Promise<ContextListing>;
  /** Every entry at the commit; undefined where GitHub does not list all of them. */
  readonly tree: (repository: RepositorySeen, commit: string) => Promise<readonly TreeFile[] | undefined>;
  /** The texts by oid. What is no text, or not the text that its oid names, is skipped. */
  readonly read: (
    repository: RepositorySeen,
    files: readonly ContextFile[],
  ) => Promise<{ readonly texts: ReadonlyMap<string, string>; readonly skipped: readonly Skipped[] }>;
}

/** The context store of a repository as it was last read. */
export interface ContextKept {
  readonly commit: string;
  /** The globs that it was listed with: other ones make it another store. */
  readonly paths: readonly string[];
  readonly files: readonly (ContextFile & { readonly text: string })[];
}

/** Context stores between runs. A cache: what is lost is read again. */
export interface ContextShelf {
  readonly context: (repositoryId: NodeId) => ContextKept | undefined;
  /** Its commit and globs alone. */
  readonly contextHead: (repositoryId: NodeId) => Pick<ContextKept, "commit" | "paths"> | undefined;
  readonly keepContext: (repositoryId: NodeId, kept: ContextKept) => Promise<void>;
}

/** What was worked out for questions. A cache: what is lost is worked out again. */
export interface ProposalStore {
  readonly proposal: (questionId: NodeId) => Proposal | undefined;
  readonly saveProposals: (proposals: ReadonlyMap<NodeId, Proposal>) => Promise<void>;
}

/** The records that the coordinator reads. */
export interface Questions {
  readonly repository: (id: NodeId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  readonly record: (id: NodeId) => IssueRecord | undefined;
  /** Issues of a kind, by number, the newest `limit` of them. */
  readonly ofKind: (
    repositoryId: NodeId,
    kind: "question" | "answer" | "task" | "handover",
    limit: number,
  ) => readonly IssueRecord[];
  /** Their ids alone, in the same order. */
  readonly listed: (repositoryId: NodeId, kind: "question" | "answer", limit: number) => readonly NodeId[];
  /** Another number whenever the record of a listed question or answer changed. It counts within one run alone. */
  readonly editionOf: (id: NodeId) => number;
  /**
   * Changes whenever a question or an answer of the repository does, and costs nothing to ask. It counts within one
   * run alone.
   */
  readonly edition: (repositoryId: NodeId) => number;
  /** The head of the default branch when the settings were last read. */
  readonly head: (repositoryId: NodeId) => string | undefined;
}

/** Everything the coordinator works with, handed in by the composition. */
export interface CoordinatorParts {
  readonly questions: Questions;
  readonly source: ContextSource;
  readonly shelf: ContextShelf;
  readonly proposals: ProposalStore;
  readonly settingsOf: (repositoryId: NodeId) => Settings;
  /** Pages as `init` installs them: what nobody changed is not read. */
  readonly installed: readonly string[];
  /** Asks for a look at each, so that the engine acts on what was worked out. */
  readonly lookAt: (repositoryId: NodeId, ids: readonly NodeId[], because: string) => Promise<void>;
  readonly note: (entry: CoordinatorNote) => Promise<void>;
  /** Undefined where nothing but quoting is configured. */
  readonly answerer: Answerer | undefined;
  /** Values that must never be written, in any encoding. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A line for the ledger. */
export interface CoordinatorNote {
  readonly at: Millis;
  readonly repositoryId: NodeId;
  readonly issueId: NodeId | undefined;
  /** `context-skipped`, `answerer-failed`. */
  readonly kind: string;
  readonly because: string;
  readonly what: string;
}

/** GitHub as the person or agent who runs a command: what operations that write words there need. */
import type { WorkSeen } from "../../handover/compare-work.ts";
import type { KindName } from "../../protocol/kinds/kinds.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import type { CallerWriter, OwnWords } from "../caller-writer.ts";

/** An issue to open, before its envelope is added. */
export interface IssueDraft {
  readonly place: RepositoryName;
  readonly kind: KindName;
  readonly title: string;
  /** The sections. */
  readonly text: string;
  /** The envelope's ID. */
  readonly id: string;
  /** The agent that writes; undefined for a person. */
  readonly agent: string | undefined;
  /** The token of the lease under which it writes. */
  readonly lease?: string | undefined;
  /** The hash of the text that it answers. */
  readonly answered?: string | undefined;
}

/** A comment to write, before its envelope is added. */
export interface CommentDraft {
  readonly ref: FullRef;
  readonly text: string;
  /** The envelope's ID; undefined if any will do. */
  readonly id: string | undefined;
  /** The agent that writes; undefined for a person. */
  readonly agent: string | undefined;
}

/** The pull request that is meant, by its number or as the open one of a branch. */
export type WorkSought =
  | { readonly number: number }
  /** `headOwner`: whose repository has the branch. */
  | { readonly branch: string; readonly headOwner: string };

export interface AsCaller {
  readonly digest: Digest;
  /** A new ULID. */
  readonly newId: () => string;
  /**
   * The body with its envelope, signed if the caller has an agent's key.
   * @throws UserError if it cannot be signed
   */
  readonly seal: (draft: IssueDraft) => Promise<string>;
  /**
   * The comment, with an envelope if there is anything to say in one: an agent's name, an ID or a signature.
   * @throws UserError if it cannot be signed
   */
  readonly sealComment: (draft: CommentDraft) => Promise<string>;
  readonly urlOf: (ref: FullRef) => string;
  /** A `gh` command line for the caller's shell, with the repository as its last argument. */
  readonly ghLine: (words: readonly string[], place: RepositoryName) => string;
  /** @throws UserError if the caller is not logged in */
  readonly login: () => Promise<LoggedIn>;
}

export interface LoggedIn {
  /** Node ID of the caller's account. */
  readonly id: string;
  readonly name: string;
  readonly writer: CallerWriter;
  /** The caller's issue with this envelope ID; undefined if there is none. */
  readonly opened: (place: RepositoryName, id: string) => Promise<number | undefined>;
  /** The caller's comment there with this envelope ID; undefined if there is none. */
  readonly commented: (ref: FullRef, id: string) => Promise<OwnWords | undefined>;
  /** The issue's text as it is on GitHub at the moment. */
  readonly readText: (ref: FullRef) => Promise<{ readonly title: string; readonly body: string }>;
  /** The work that the caller is about to hand over, as it is on GitHub at the moment; undefined where it is not asked. */
  readonly readWork: (place: RepositoryName, sought: WorkSought) => Promise<WorkSeen | undefined>;
}

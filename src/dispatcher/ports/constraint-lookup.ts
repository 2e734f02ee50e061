/** Looks up what the pages of a repository say about answers. Asks GitHub for nothing: it is called inside of the mutex. */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";

/** The head of the default branch, as the newest push or reading shows it. */
export interface BranchHeads {
  readonly findHead: (repositoryId: RepositoryId) => string | undefined;
}

/** What is asked, and what agents answered. */
export interface AnsweredQuestion {
  readonly repository: RepositorySeen;
  readonly question: { readonly title: string; readonly body: string };
  readonly answers: readonly string[];
}

export interface ConstraintLookup {
  /**
   * For each answer to the question: sentences that name constraints about it, empty if there are none. "unread" while the
   * pages at the head of the default branch are not known.
   */
  readonly find: (
    answered: AnsweredQuestion,
    heads: BranchHeads,
  ) => Promise<readonly (readonly string[])[] | "unread">;
}

/** What applying a plan reads from GitHub, as the caller. */
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** A repository that a plan writes to. */
export interface PlanRepository {
  /** As GitHub spells it. */
  readonly name: RepositoryName;
  readonly settings: Settings;
  /** Those with an envelope, oldest first. */
  readonly issues: readonly ListedIssue[];
}

export interface ListedIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly author: IssueAuthor | undefined;
  /** The last editor of the body; undefined if it was never edited. */
  readonly editor: string | undefined;
}

/** An account, by node ID; its login is for display and for asking about its role. */
export interface IssueAuthor {
  readonly id: string;
  readonly login: string;
}

export interface PlanIssues {
  /** @throws UserError if it cannot be read */
  readonly read: (name: RepositoryName) => Promise<PlanRepository>;
  /** The issue's present text. */
  readonly textOf: (ref: FullRef) => Promise<Pick<ListedIssue, "title" | "body">>;
  /** Whether an author's issues may be taken as the plan's: the caller's own, or those of trusted users. */
  readonly mayOpen: (repository: PlanRepository, author: IssueAuthor) => Promise<boolean>;
}

/**
 * Writes to GitHub as the person or agent who runs a command. The App's own effects go through
 * `dispatcher/perform` and never through this port.
 */
import type { FullRef, RepositoryName } from "../protocol/references/ref.ts";

export interface NewIssue {
  readonly title: string;
  /** With an envelope ID it is opened once, even if GitHub's response is lost. */
  readonly body: string;
  /** GitHub ignores them if the caller may not set labels. */
  readonly labels: readonly string[];
}

/** A comment that the caller wrote. */
export interface OwnWords {
  /** Node ID. */
  readonly id: string;
  /** By which GitHub's REST API knows it. */
  readonly number: number;
}

/** Everything here throws a `UserError` with GitHub's reason where GitHub refuses. */
export interface CallerWriter {
  /** @returns its number */
  readonly open: (place: RepositoryName, issue: NewIssue) => Promise<number>;
  /** @param changes with labels, these replace those that it has */
  readonly edit: (
    ref: FullRef,
    changes: Pick<NewIssue, "title" | "body"> & Partial<Pick<NewIssue, "labels">>,
  ) => Promise<void>;
  readonly comment: (ref: FullRef, body: string) => Promise<OwnWords>;
  readonly close: (ref: FullRef, reason: "completed" | "not_planned") => Promise<void>;
  readonly reopen: (ref: FullRef) => Promise<void>;
  /** Makes one issue a sub-issue of another. */
  readonly adopt: (parent: FullRef, child: FullRef) => Promise<void>;
}

/** Finds what a pull request proposes: the commits from where its head left the base up to its head. */

import { refSha } from "../state/git/refs.ts";
import type { Pull } from "../state/pulls/pulls.ts";
import type { State } from "../state/state.ts";
import { changesBetween, type DiffSummary } from "./changes.ts";
import { commitsBetween, mergeBase } from "./history.ts";

export interface Range {
  /** The tip of the base branch. */
  readonly base: string;
  readonly head: string;
  /** The merge base of the two histories. */
  readonly start: string;
}

export function rangeOf(state: State, pull: Pull): Range {
  const isOpen = pull.issue.state === "open";
  const tip = isOpen ? refSha(state, pull.repositoryId, `refs/heads/${pull.baseRef}`) : undefined;
  const base = tip ?? pull.baseSha;
  const start = mergeBase(state, pull.repositoryId, base, pull.headSha) ?? base;
  return { base, head: pull.headSha, start };
}

export function changesOfPull(state: State, pull: Pull): DiffSummary {
  const { start, head } = rangeOf(state, pull);
  return changesBetween(state, pull.repositoryId, start, head);
}

/** Its commits, oldest first. */
export function commitsOfPull(state: State, pull: Pull): readonly string[] {
  const { base, head } = rangeOf(state, pull);
  return commitsBetween(state, pull.repositoryId, base, head);
}

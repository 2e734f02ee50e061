/** Compares two revisions: how far each is ahead of the other, and their merge base. */
import { commitsBetween, mergeBase } from "../../git/history.ts";
import { ownerOf } from "../../present/repository.ts";
import { forksOf, type Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { resolveCommit } from "../git/commits.ts";

export interface Comparison {
  readonly base: string;
  readonly head: string;
  readonly start: string;
  /** Commits of the head that the base lacks, oldest first. */
  readonly ahead: readonly string[];
  readonly behind: readonly string[];
  readonly status: "diverged" | "ahead" | "behind" | "identical";
}

/**
 * Either name may be `owner:branch` of a fork. @returns undefined if one does not exist, or they have no
 * common history
 */
export function compareRevisions(
  state: State,
  repository: Repository,
  baseName: string,
  headName: string,
): Comparison | undefined {
  const base = sideOf(state, repository, baseName);
  const head = sideOf(state, repository, headName);
  const start = base && head && mergeBase(state, repository.id, base, head);
  if (base === undefined || head === undefined || start === undefined) return undefined;
  const ahead = commitsBetween(state, repository.id, base, head);
  const behind = commitsBetween(state, repository.id, head, base);
  return { base, head, start, ahead, behind, status: comparisonStatus(ahead.length, behind.length) };
}

function sideOf(state: State, repository: Repository, name: string): string | undefined {
  const [owner, branch] = name.split(/:(.*)/s, 2);
  if (branch === undefined) return resolveCommit(state, repository, name);
  const fork = [repository, ...forksOf(state, repository.sourceId)].find(
    (one) => ownerOf(state, one).login.toLowerCase() === owner?.toLowerCase(),
  );
  return fork && resolveCommit(state, fork, branch);
}

function comparisonStatus(ahead: number, behind: number): Comparison["status"] {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead";
  return behind > 0 ? "behind" : "identical";
}

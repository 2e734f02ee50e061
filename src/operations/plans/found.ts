/** Finds the issues that plans opened before. */
import { type Digest, type PlanMark, planMarkIn } from "../../protocol/plans/plan-mark.ts";
import { type FullRef, type RepositoryName, refKey } from "../../protocol/references/ref.ts";
import type { ListedIssue, PlanIssues, PlanRepository } from "./ports.ts";

export interface FoundIssue extends PlanMark, Pick<ListedIssue, "title" | "body" | "state" | "editor"> {
  readonly ref: FullRef;
}

/**
 * The issues of every plan, oldest first. Anyone can compute an ID, so an issue by a user who may not write there
 * belongs to no plan: it would otherwise take the place of a task.
 */
export async function issuesOfPlans(
  digest: Digest,
  issues: Pick<PlanIssues, "mayOpen">,
  repository: PlanRepository,
): Promise<readonly FoundIssue[]> {
  const found: FoundIssue[] = [];
  for (const { author, number, ...issue } of repository.issues) {
    const mark = planMarkIn(digest, issue);
    if (mark === undefined || author === undefined) continue;
    if (await issues.mayOpen(repository, author))
      found.push({ ...issue, ...mark, ref: { ...repository.name, number } });
  }
  return found;
}

/** The issue of each entry of a plan, by place. If several are in one place, the oldest counts. */
export function byPlace(found: readonly FoundIssue[], plan: string): ReadonlyMap<string, FoundIssue> {
  const first = new Map<string, FoundIssue>();
  for (const issue of found) {
    const place = placeOf(issue.key, issue.ref);
    if (issue.plan === plan && !first.has(place)) first.set(place, issue);
  }
  return first;
}

/** An entry's place: its key, and the repository that it goes to. */
export function placeOf(key: string, { owner, repo }: RepositoryName): string {
  return `${key} ${refKey({ owner, repo, number: 0 })}`;
}

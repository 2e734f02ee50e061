/** What applying a plan needs: GitHub as the caller, at its pace. */
import { createHash } from "node:crypto";
import { systemClock } from "../../base/clock.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { createBudget } from "../../github/transport/budget.ts";
import type { PlanPorts } from "../../operations/plans/apply.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { createPlanIssues } from "./plan-issues.ts";

export const sha256: Digest = (content) => createHash("sha256").update(content).digest();

interface Told {
  /** What is waited for. */
  readonly progress: (line: string) => void;
  readonly written: PlanPorts["written"];
}

export async function planPorts(github: CallersGitHub, { progress, written }: Told): Promise<PlanPorts> {
  const octokit = await callersOctokit(github);
  const viewer = await readViewer(octokit);
  const budget = createBudget(systemClock, isPaced(github) ? "github" : "off");
  const parts = { octokit, viewer, budget, clock: systemClock, random: Math.random, progress };
  return {
    issues: createPlanIssues(octokit, viewer, progress),
    writer: createCallerWriter(parts),
    digest: sha256,
    written,
  };
}

/** The hub enforces no pace, so a plan on it needs none. */
export function isPaced({ host }: CallersGitHub): boolean {
  return host !== hubHost;
}

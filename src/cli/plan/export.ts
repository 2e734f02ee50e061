/** Runs `signalbox plan export`: prints a plan as the issues that it opened are now. */
import { stringify } from "yaml";
import { UserError } from "../../base/errors.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { exportPlan as exported } from "../../operations/plans/export.ts";
import { byPlace, type FoundIssue, issuesOfPlans } from "../../operations/plans/found.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { callersPlace } from "../gh/callers-place.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createPlanIssues } from "./plan-issues.ts";
import { sha256 } from "./plan-ports.ts";

export interface ExportOptions extends HostFlags {
  readonly repo?: readonly string[];
  readonly json?: boolean;
}

export async function exportPlan(
  terminal: Terminal,
  name: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { repo: repos = [], ...flags } = options;
  const named = await Promise.all(
    (repos.length === 0 ? [undefined] : repos).map((repo) =>
      callersPlace(terminal, repo === undefined ? flags : { ...flags, repo }, process.cwd()),
    ),
  );
  const [first] = named;
  const places = named.flatMap(({ repository }) => repository ?? []);
  if (first === undefined || places.length === 0)
    throw new UserError("Name the repository: --repo acme/demo, or GH_REPO=acme/demo.");
  const octokit = await callersOctokit(first.github);
  const progress = (line: string): void => terminal.err(`${line}\n`);
  const issues = createPlanIssues(octokit, await readViewer(octokit), progress);
  const homes = await Promise.all(places.map((place) => issues.read(place)));
  const found = await Promise.all(homes.map((home) => issuesOfPlans(sha256, issues, home)));
  const [home] = homes;
  if (home === undefined) return;
  const plan = name ?? onlyPlan(found.flat(), home.name);
  const chosen = [...byPlace(found.flat(), plan).values()];
  if (chosen.length === 0) throw unknownPlan(plan, found.flat());
  const { file, unreadable } = exported(plan, chosen, home.name);
  for (const { owner, repo, number } of unreadable)
    progress(`${owner}/${repo}#${number} is left out: its text cannot be read as a task or a question.`);
  terminal.out(
    options.json === true ? `${JSON.stringify(file, undefined, 2)}\n` : stringify(file, { lineWidth: 0 }),
  );
}

function onlyPlan(found: readonly FoundIssue[], { owner, repo }: RepositoryName): string {
  const plans = [...new Set(found.map(({ plan }) => plan))];
  const [only] = plans;
  if (only === undefined) throw new UserError(`No plan was applied in ${owner}/${repo}.`);
  if (plans.length > 1) throw new UserError(`Several plans were applied: ${plans.join(", ")}. Name one.`);
  return only;
}

function unknownPlan(plan: string, found: readonly FoundIssue[]): UserError {
  const plans = [...new Set(found.map((issue) => issue.plan))];
  const known = plans.length === 0 ? "No plan was applied there." : `There are ${plans.join(", ")}.`;
  return new UserError(`No issue was opened by the plan ${plan}. ${known}`);
}

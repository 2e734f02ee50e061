/** Runs `signalbox plan apply`: reads and checks, shows the difference, asks, writes. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { systemClock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { createBudget } from "../../github/transport/budget.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { applyPlan, type PlanPorts } from "../../operations/plans/apply.ts";
import { checkPlan } from "../../operations/plans/check.ts";
import type { Digest } from "../../protocol/plans/plan-mark.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { callersPlace, type PlaceFlags } from "../gh/callers-place.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { painter } from "../terminal/look.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { createPlanIssues } from "./plan-issues.ts";
import { hasChanges, planJson, planLines } from "./report.ts";

export interface ApplyOptions extends PlaceFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export const sha256: Digest = (content) => createHash("sha256").update(content).digest();

export async function apply(terminal: Terminal, file: string, options: ApplyOptions): Promise<void> {
  const isJson = options.json === true;
  if (isJson && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  const { github, repository } = await callersPlace(terminal, options, process.cwd());
  const content = await contentOf(file);
  const ports = await portsOf(terminal, github);
  const plan = await checkPlan(ports, content, repository);
  const say = isJson ? () => {} : terminal.out;
  say(planLines(plan, painter(terminal.isTty, terminal.env)));
  for (const warning of plan.warnings) terminal.err(`warning: ${oneLine(warning, 500)}\n`);
  if (options.dryRun === true) {
    if (isJson) terminal.out(planJson(plan, undefined));
    terminal.exitWith(hasChanges(plan) ? exitCodes.notMet : exitCodes.ok);
    return;
  }
  if (hasChanges(plan) && options.yes !== true) await confirm(terminal);
  const done = await applyPlan(ports, plan);
  if (isJson) terminal.out(planJson(plan, done));
  else if (hasChanges(plan)) say("Applied.\n");
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : readFileSync(file, "utf8");
  } catch (thrown) {
    throw new UserError(`The plan cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The hub enforces no pace, so a plan on it needs none. */
async function portsOf(terminal: Terminal, github: CallersGitHub): Promise<PlanPorts> {
  const octokit = await callersOctokit(github);
  const viewer = await readViewer(octokit);
  const progress = (line: string): void => terminal.err(`${line}\n`);
  const budget = createBudget(systemClock, github.host === hubHost ? "off" : "github");
  const parts = { octokit, viewer, budget, clock: systemClock, random: Math.random, progress };
  return {
    issues: createPlanIssues(octokit, viewer, progress),
    writer: createCallerWriter(parts),
    digest: sha256,
    progress,
  };
}

async function confirm({ ask }: Terminal): Promise<void> {
  if (ask === undefined)
    throw new UserError("Nothing was written: this terminal cannot ask for confirmation. Run it with --yes.");
  if (!/^y(?:es)?$/i.test((await ask("Write this? [y/N] ")).trim()))
    throw new UserError("Nothing was written.");
}

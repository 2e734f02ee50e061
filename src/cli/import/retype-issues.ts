/** Runs `signalbox import issues`: makes tasks of ordinary issues of the repository, and shows each change first. */
import type { Octokit } from "@octokit/rest";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { explainRefusal } from "../../github/caller/explain-refusal.ts";
import { asTask, type PlainIssue, type Retyped } from "../../operations/import/plain-issues.ts";
import { oneLine, plainLines } from "../../operations/output/terminal-text.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { callersPlace, type PlaceFlags } from "../gh/callers-place.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import { unifiedDiff } from "../init/unified-diff.ts";
import { confirm } from "../plan/confirm.ts";
import { isPaced, planPorts } from "../plan/plan-ports.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import { createProgress } from "./progress.ts";

export interface RetypeOptions extends PlaceFlags {
  readonly search: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** GitHub's search returns no more. */
const maxFound = 1_000;
const pageSize = 100;
const shownLines = 40;

export async function retypeIssues(terminal: Terminal, options: RetypeOptions): Promise<void> {
  const isJson = options.json === true;
  if (isJson && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  const { github, repository } = await callersPlace(terminal, options, process.cwd());
  if (repository === undefined)
    throw new UserError("Name the repository: --repo acme/demo, or GH_REPO=acme/demo.");
  const octokit = await callersOctokit(github);
  const found = await searched(octokit, repository, options.search);
  const retyped = found.map(asTask);
  const tasks = retyped.filter((each) => each.type === "task");
  const say = isJson ? () => {} : terminal.out;
  for (const each of retyped) say(shown(each));
  say(summary(tasks.length, retyped.length - tasks.length));
  if (found.length >= maxFound) terminal.err(`note: GitHub lists the first ${maxFound}: search for fewer.\n`);
  if (options.dryRun === true) {
    if (isJson) terminal.out(json(retyped, []));
    return terminal.exitWith(tasks.length > 0 ? exitCodes.notMet : exitCodes.ok);
  }
  if (tasks.length > 0 && options.yes !== true) await confirm(terminal);
  const progress = createProgress(terminal, { clock: systemClock, isPaced: isPaced(github) });
  const { writer } = await planPorts(github, { progress: progress.line, written: () => {} });
  const written: number[] = [];
  for (const { issue, body, labels } of tasks) {
    const ref = { ...repository, number: issue.number };
    if (!(await isUnchanged(octokit, repository, issue))) {
      terminal.err(`note: #${issue.number} was edited in the meantime, and is left alone.\n`);
      continue;
    }
    await writer.edit(ref, { title: issue.title, body, labels });
    written.push(issue.number);
  }
  progress.end();
  if (isJson) terminal.out(json(retyped, written));
  else say(written.length === 0 ? "Nothing was changed.\n" : `Made tasks of ${written.length} issues.\n`);
}

async function searched(
  octokit: Octokit,
  { owner, repo }: RepositoryName,
  words: string,
): Promise<readonly PlainIssue[]> {
  const q = `repo:${owner}/${repo} is:issue is:open ${words}`;
  const found: PlainIssue[] = [];
  for (let page = 1; found.length < maxFound; page++) {
    const { data } = await explainRefusal("search issues", () =>
      octokit.rest.search.issuesAndPullRequests({ q, per_page: pageSize, page }),
    );
    found.push(...data.items.map(plain));
    if (data.items.length < pageSize) break;
  }
  return found.toSorted((a, b) => a.number - b.number);
}

type Listed = Pick<
  Awaited<ReturnType<Octokit["rest"]["issues"]["get"]>>["data"],
  "number" | "title" | "labels"
> & { readonly body?: string | null };

function plain({ number, title, body, labels }: Listed): PlainIssue {
  const names = labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? [])));
  return { number, title, body: body ?? "", labels: names };
}

/** The search may be older than the issue. */
async function isUnchanged(octokit: Octokit, place: RepositoryName, before: PlainIssue): Promise<boolean> {
  const { data } = await explainRefusal("read an issue", () =>
    octokit.rest.issues.get({ ...place, issue_number: before.number }),
  );
  const now = plain(data);
  return now.body === before.body && now.labels.join("\n") === before.labels.join("\n");
}

function shown(each: Retyped): string {
  const { number, title, body } = each.issue;
  const name = `#${number} ${oneLine(title, 100)}`;
  if (each.type === "left") return `= ${name}: left as it is, because ${each.why}.\n`;
  const diff = plainLines(unifiedDiff(`${number}.md`, body, each.body), shownLines).slice(2);
  return `~ ${name}: label kind:task\n${diff.map((line) => `    ${line}`).join("\n")}\n`;
}

function summary(tasks: number, left: number): string {
  if (tasks + left === 0) return "No open issue was found.\n";
  const rest = left === 0 ? "" : `, and ${left} left as ${left === 1 ? "it is" : "they are"}`;
  return `${tasks} to make ${tasks === 1 ? "a task" : "tasks"} of${rest}.\n`;
}

function json(retyped: readonly Retyped[], written: readonly number[]): string {
  const issues = retyped.map((each) => ({
    number: each.issue.number,
    title: each.issue.title,
    action: each.type === "left" ? "left" : written.includes(each.issue.number) ? "changed" : "change",
    ...(each.type === "left" ? { why: each.why } : { body: each.body, labels: each.labels }),
  }));
  return `${JSON.stringify({ issues }, undefined, 2)}\n`;
}

/**
 * Publishes what an agent's run left, as the caller. Everything is checked before anything is written, and no program of
 * the repository or of the patch runs.
 */

import type { Octokit } from "@octokit/rest";
import { systemClock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { createBudget } from "../../github/transport/budget.ts";
import type { CallerWriter } from "../../operations/caller-writer.ts";
import { issueInput } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { callersPlace, type PlaceFlags } from "../gh/callers-place.ts";
import { callersOctokit, tokenFor } from "../gh/callers-token.ts";
import { hubHost } from "../gh/gh-environment.ts";
import { tellLine } from "../terminal/tell-line.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { commitPatch, pushCommit } from "./branch.ts";
import { pullPlaceholder, readWork, type Work } from "./work-files.ts";

export interface PublishFlags extends PlaceFlags {
  readonly from: string;
  readonly dir: string;
  readonly agent: string;
}

interface Publishing {
  readonly terminal: Terminal;
  readonly flags: PublishFlags;
  readonly github: CallersGitHub;
  readonly octokit: Octokit;
  readonly writer: CallerWriter;
  readonly ref: FullRef;
}

/** @throws UserError if what the run left is refused; the task was given back then */
export async function publishHere(terminal: Terminal, issue: string, flags: PublishFlags): Promise<void> {
  if (!agentNamePattern.test(flags.agent))
    throw new UserError(`--agent must be an agent's name, such as ada, found ${oneLine(flags.agent, 60)}.`);
  const publishing = await preparedFor(terminal, issue, flags);
  try {
    await publish(publishing);
  } catch (thrown) {
    await giveBack(publishing, "what its run left was refused");
    throw thrown instanceof UserError ? thrown : new UserError(messageOf(thrown));
  }
}

async function preparedFor(terminal: Terminal, issue: string, flags: PublishFlags): Promise<Publishing> {
  const ref = issueInput.safeParse(issue);
  if (!ref.success) throw new UserError(`An issue is written as 12, found ${oneLine(issue, 60)}.`);
  const { github, repository } = await callersPlace(terminal, flags, flags.dir);
  if (repository === undefined) throw new UserError("Name the repository: --repo owner/name.");
  const octokit = await callersOctokit(github);
  const writer = createCallerWriter({
    octokit,
    viewer: await readViewer(octokit),
    clock: systemClock,
    random: Math.random,
    budget: createBudget(systemClock, github.host === hubHost ? "off" : "github"),
    progress: (line) => tellLine(terminal, line),
  });
  return { terminal, flags, github, octokit, writer, ref: { ...repository, number: ref.data.number } };
}

async function publish(publishing: Publishing): Promise<void> {
  const { flags, terminal } = publishing;
  const work = readWork(flags.from);
  if (work === undefined) return giveBack(publishing, "its run left nothing");
  const pull = work.patch === undefined ? undefined : await publishPatch(publishing, work.patch);
  await writeMessages(publishing, work, pull);
  terminal.out(`Published ${pull === undefined ? "" : `#${pull} and `}${work.messages.length} messages.\n`);
  const isWaiting = work.messages.some((message) => message.type === "open" && message.kind !== "discovery");
  if (!isWaiting) await giveBack(publishing, "its run ended without a question or a handover");
}

function giveBack({ writer, ref, flags, terminal }: Publishing, because: string): Promise<void> {
  terminal.err(`${formatRef(ref)} is given back: ${because}.\n`);
  return writer.comment(ref, `/release as ${flags.agent} because ${because}`).then(() => {});
}

/** @returns the number of the pull request */
async function publishPatch({ flags, github, octokit, ref }: Publishing, patch: Buffer): Promise<number> {
  const { owner, repo, number } = ref;
  const { agent } = flags;
  const branch = `agent/${agent}/${number}`;
  const checkout = { folder: flags.dir, github };
  const author = { name: agent, email: `${agent}@users.noreply.${github.host}` };
  const message = `Work on #${number}, by ${agent}`;
  const commit = await commitPatch(checkout, { patch, branch, message, author });
  const url = `${github.gitUrl}/${owner}/${repo}.git`;
  await pushCommit(checkout, { url, token: await tokenFor(github), commit, branch });
  const open = await octokit.rest.pulls.list({ owner, repo, state: "open", head: `${owner}:${branch}` });
  const [present] = open.data;
  if (present !== undefined) return present.number;
  const { data } = await octokit.rest.repos.get({ owner, repo });
  const body = `For #${number}. An agent's program wrote this; nobody has run or read it yet.`;
  const pull = { owner, repo, head: branch, base: data.default_branch, title: message, body };
  return (await octokit.rest.pulls.create(pull)).data.number;
}

async function writeMessages(
  { writer, ref }: Publishing,
  { messages }: Work,
  pull: number | undefined,
): Promise<void> {
  for (const message of messages) {
    const body = message.body.replaceAll(
      pullPlaceholder,
      pull === undefined ? "(no pull request)" : `#${pull}`,
    );
    if (message.type === "comment") await writer.comment(ref, body);
    else await writer.open(ref, { title: message.title, body, labels: [`kind:${message.kind}`] });
  }
}

/**
 * Runs one installation: reads what exists, shows what would change, asks, writes. Write nothing before
 * everything was read and shown, so that a refusal never leaves a half-finished installation.
 */
import { resolve } from "node:path";
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import { defaultSettings, type Settings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { callersGitHub, type HostFlags } from "../gh/callers-github.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import { painter } from "../terminal/look.ts";
import { isHubAddress } from "../terminal/pages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { expectFolder, readIn, writeChanges } from "./checkout.ts";
import { readHistory } from "./history.ts";
import { type Change, planChanges } from "./plan.ts";
import {
  hasNothingToDo,
  outcomeJson,
  type ProposedChanges,
  proposalText,
  summaryOf,
  toWrite,
} from "./report.ts";
import { branchesOf, makeLabels, missingLabels, proposeChanges, readAt } from "./repository.ts";
import { wantedFiles } from "./wanted.ts";

export interface InitOptions extends HostFlags {
  readonly dir?: string;
  readonly repo?: string;
  readonly pullRequest?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** @returns the URL of the pull request, if one was created */
type Write = () => Promise<string | undefined>;

export async function init(terminal: Terminal, options: InitOptions): Promise<void> {
  if (options.json === true && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to look, or --yes to write.");
  if (options.repo === undefined) return initCheckout(terminal, options);
  if (options.dir !== undefined)
    throw new UserError("--dir and --repo are mutually exclusive: use only one.");
  if (options.pullRequest !== true && options.dryRun !== true)
    throw new UserError("With --repo say --pull-request, which opens one, or --dry-run, which only looks.");
  return initRepository(terminal, options, options.repo);
}

async function initCheckout(terminal: Terminal, options: InitOptions): Promise<void> {
  const { pullRequest, hostname, as } = options;
  const remote = { "--pull-request": pullRequest, "--hostname": hostname, "--as": as };
  for (const [flag, given] of Object.entries(remote))
    if (given !== undefined) throw new UserError(`${flag} needs the repository: --repo owner/name.`);
  const folder = resolve(options.dir ?? ".");
  expectFolder(folder);
  const changes = wantedFiles().map((wanted) =>
    planChanges(wanted, readIn(folder, wanted.path), options.force === true),
  );
  const proposal = { where: folder, changes, labels: undefined, history: undefined };
  await settle(terminal, options, proposal, async () => {
    writeChanges(folder, toWrite(proposal));
    return undefined;
  });
}

async function initRepository(terminal: Terminal, options: InitOptions, name: string): Promise<void> {
  const place = parseRepository(name);
  if (place === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${name}.`);
  const octokit = await callersOctokit(callersGitHub(terminal, options));
  const branches = await branchesOf(octokit, place);
  const ref = branches.pullRequest === undefined ? branches.base : branches.branch;
  const changes: Change[] = [];
  for (const wanted of wantedFiles()) {
    const present = await readAt(octokit, place, wanted.path, ref);
    changes.push(planChanges(wanted, present?.text, options.force === true));
  }
  const settings = settingsAmong(terminal, changes);
  const proposal: ProposedChanges = {
    where: `${place.owner}/${place.repo}`,
    changes,
    labels: await missingLabels(octokit, place, settings.labels),
    history: options.dryRun === true ? await readHistory(octokit, place, settings) : undefined,
  };
  await settle(terminal, options, proposal, async () => {
    await makeLabels(octokit, place, proposal.labels ?? []);
    const files = toWrite(proposal);
    return files.length === 0 ? undefined : proposeChanges(octokit, branches, files, introduction);
  });
}

const introduction = `Adds the issue forms, the settings, the context folders and the \`AGENTS.md\` section of signalbox. Its labels were made already. What people wrote in these files stays.
`;

function settingsAmong(terminal: Terminal, changes: readonly Change[]): Settings {
  const text = changes.find(({ path }) => path === settingsPath)?.before;
  const reading = text === undefined ? undefined : readSettings(text);
  if (reading === undefined || reading.ok) return reading?.settings ?? defaultSettings;
  terminal.err(`${reading.problem} The defaults are used here.\n`);
  return defaultSettings;
}

async function settle(
  terminal: Terminal,
  options: InitOptions,
  proposal: ProposedChanges,
  write: Write,
): Promise<void> {
  const isJson = options.json === true;
  const say = isJson ? () => {} : terminal.out;
  const text = proposalText(proposal, painter(terminal.isTty, terminal.env));
  if (text !== "") say(`${text}\n`);
  if (!hasNothingToDo(proposal)) say(summaryOf(proposal));
  const mayWrite = options.dryRun !== true && !hasNothingToDo(proposal);
  if (mayWrite && options.yes !== true) await confirm(terminal, proposal);
  const pullRequest = mayWrite ? await write() : undefined;
  if (isJson) terminal.out(outcomeJson({ ...proposal, written: mayWrite, pullRequest }));
  else say(ending(proposal, options, pullRequest));
}

async function confirm({ ask }: Terminal, proposal: ProposedChanges): Promise<void> {
  const what = `Write this to ${proposal.where}?`;
  if (ask === undefined)
    throw new UserError(
      `Nothing was written: this terminal cannot ask for confirmation. ${what} Then run it with --yes.`,
    );
  if (!/^y(?:es)?$/i.test((await ask(`${what} [y/N] `)).trim())) throw new UserError("Nothing was written.");
}

function ending(proposal: ProposedChanges, options: InitOptions, pullRequest: string | undefined): string {
  const { where, labels } = proposal;
  if (hasNothingToDo(proposal)) return `Nothing to do in ${where}: everything is there.\n`;
  if (options.dryRun === true) return `Nothing was written to ${where}, as this is a dry run.\n`;
  const next =
    labels === undefined
      ? "Next: commit and push; the App makes the labels once it is installed there. Then: signalbox doctor\n"
      : "";
  if (pullRequest === undefined) return `Wrote to ${where}.\n${next}`;
  const number = /\/pull\/(\d+)$/.exec(pullRequest)?.[1];
  if (!isHubAddress(pullRequest) || number === undefined)
    return `The pull request is ${pullRequest}\n${next}`;
  const gh = options.as === undefined ? "gh" : `signalbox gh --as ${options.as}`;
  return `The pull request is #${number}. Open it: ${gh} pr view ${number} --repo ${where}\n${next}`;
}

/**
 * Runs one installation: reads what exists, shows what would change, asks, writes. Write nothing before
 * everything was read and shown, so that a refusal never leaves a half-finished installation.
 */
import { resolve } from "node:path";
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import { defaultSettings, type Settings, settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Change } from "./change.ts";
import { expectFolder, readIn, writeChanges } from "./checkout.ts";
import { requireEffect } from "./harness-files.ts";
import { readHistory } from "./history.ts";
import { withRoster } from "./init-roster.ts";
import type { InitOptions } from "./options.ts";
import { planChanges } from "./plan.ts";
import { remove } from "./remove.ts";
import { type ProposedChanges, toWrite } from "./report.ts";
import { branchesOf, makeLabels, missingLabels, proposeChanges, readAt } from "./repository.ts";
import { settle } from "./settle.ts";
import { wantedFiles } from "./wanted.ts";

export async function init(terminal: Terminal, options: InitOptions): Promise<void> {
  if (options.json === true && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  if (options.remove !== true) requireEffect(options);
  expectOnePlace(options);
  if (options.remove === true) return remove(terminal, options);
  return options.repo === undefined
    ? initCheckout(terminal, options)
    : initRepository(terminal, options, options.repo);
}

/** @throws UserError unless the options name a checkout or a repository, and only what fits it */
function expectOnePlace({ repo, dir, dryRun, pullRequest, hostname, as }: InitOptions): void {
  if (repo === undefined) {
    const remote = { "--pull-request": pullRequest, "--hostname": hostname, "--as": as };
    for (const [flag, given] of Object.entries(remote))
      if (given !== undefined) throw new UserError(`${flag} needs the repository: --repo owner/name.`);
    return;
  }
  if (dir !== undefined) throw new UserError("--dir and --repo are mutually exclusive: use only one.");
  if (pullRequest !== true && dryRun !== true)
    throw new UserError("With --repo, add --pull-request to open one, or --dry-run to preview.");
}

async function initCheckout(terminal: Terminal, options: InitOptions): Promise<void> {
  const folder = resolve(options.dir ?? ".");
  expectFolder(folder);
  const planned = wantedFiles(options).map((wanted) =>
    planChanges(wanted, readIn(folder, wanted.path), options.force === true),
  );
  const changes = await withRoster(terminal, options, planned, async () => {
    const github = callersGitHub(terminal, {});
    return { octokit: await callersOctokit(github), host: github.host };
  });
  const proposal = { where: folder, changes, labels: undefined, history: undefined };
  await settle(terminal, options, proposal, {
    next: toLabel,
    write: async () => {
      writeChanges(folder, toWrite(proposal));
      return undefined;
    },
  });
}

async function initRepository(terminal: Terminal, options: InitOptions, name: string): Promise<void> {
  const place = parseRepository(name);
  if (place === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${name}.`);
  const github = callersGitHub(terminal, options);
  const octokit = await callersOctokit(github);
  const branches = await branchesOf(octokit, place);
  const ref = branches.pullRequest === undefined ? branches.base : branches.branch;
  const planned: Change[] = [];
  for (const wanted of wantedFiles(options)) {
    const present = await readAt(octokit, place, wanted.path, ref);
    planned.push(planChanges(wanted, present?.text, options.force === true));
  }
  const { host } = github;
  const changes = await withRoster(terminal, options, planned, async () => ({ octokit, host }));
  const settings = settingsAmong(terminal, changes);
  const proposal: ProposedChanges = {
    where: `${place.owner}/${place.repo}`,
    changes,
    labels: await missingLabels(octokit, place, settings.labels),
    history: options.dryRun === true ? await readHistory(octokit, place, settings) : undefined,
  };
  await settle(terminal, options, proposal, {
    next: "",
    write: async () => {
      await makeLabels(octokit, place, proposal.labels ?? []);
      const files = toWrite(proposal);
      return files.length === 0
        ? undefined
        : proposeChanges(octokit, branches, files, { title, body: introduction });
    },
  });
}

const toLabel =
  "Next: commit and push; the App creates the labels once it is installed there. Then: signalbox doctor\n";
const title = "Use signalbox: typed issues as the message bus";
const introduction = `Adds the issue forms, the settings, the context folders and the signalbox section of \`AGENTS.md\`. The labels have already been created. Existing text in these files is kept.
`;

function settingsAmong(terminal: Terminal, changes: readonly Change[]): Settings {
  const text = changes.find(({ path }) => path === settingsPath)?.before;
  const reading = text === undefined ? undefined : readSettings(text);
  if (reading === undefined || reading.ok) return reading?.settings ?? defaultSettings;
  terminal.err(`${reading.problem} The defaults are used here.\n`);
  return defaultSettings;
}

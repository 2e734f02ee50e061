/**
 * Runs `init --remove`: shows what it takes out and what it leaves, asks, writes. What is on GitHub already (issues,
 * comments, labels, dependencies) is the repository's, and stays.
 */
import { resolve } from "node:path";
import type { Octokit } from "@octokit/rest";
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import { labelsToMake } from "../../protocol/label.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { expectFolder, readIn, writeChanges } from "./checkout.ts";
import type { InitOptions } from "./options.ts";
import { planRemoval } from "./removal.ts";
import { type ProposedChanges, toWrite } from "./report.ts";
import { branchesOf, missingLabels, proposeChanges, readAt } from "./repository.ts";
import { settle } from "./settle.ts";
import { filesEverInstalled } from "./wanted.ts";

/** @throws UserError for options that only make sense when something is installed */
export async function remove(terminal: Terminal, options: InitOptions): Promise<void> {
  const { start, agents, account, mcp, harness, hooks } = options;
  for (const [flag, given] of Object.entries({
    "--start": start,
    "--mcp": mcp,
    "--agents": agents,
    "--account": account,
    "--harness": harness,
    "--hooks": hooks,
  }))
    if (given !== undefined) throw new UserError(`${flag} installs something: leave it out with --remove.`);
  return options.repo === undefined
    ? removeFromCheckout(terminal, options)
    : removeFromRepository(terminal, options, options.repo);
}

async function removeFromCheckout(terminal: Terminal, options: InitOptions): Promise<void> {
  const folder = resolve(options.dir ?? ".");
  expectFolder(folder);
  const changes = filesEverInstalled().map((wanted) =>
    planRemoval(wanted, readIn(folder, wanted.path), options.force === true),
  );
  const proposal = { where: folder, changes, labels: undefined, history: undefined, leaves };
  await settle(terminal, options, proposal, {
    next: "Next: commit and push.\n",
    write: async () => {
      writeChanges(folder, toWrite(proposal));
      return undefined;
    },
  });
}

async function removeFromRepository(terminal: Terminal, options: InitOptions, name: string): Promise<void> {
  const place = parseRepository(name);
  if (place === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${name}.`);
  const octokit = await callersOctokit(callersGitHub(terminal, options));
  const branches = await branchesOf(octokit, place, "signalbox/remove");
  const ref = branches.pullRequest === undefined ? branches.base : branches.branch;
  const changes = [];
  for (const wanted of filesEverInstalled()) {
    const present = await readAt(octokit, place, wanted.path, ref);
    changes.push(planRemoval(wanted, present?.text, options.force === true));
  }
  const proposal: ProposedChanges = {
    where: `${place.owner}/${place.repo}`,
    changes,
    labels: undefined,
    history: undefined,
    leaves: `${leaves}${await labelsThere(octokit, place)}`,
  };
  await settle(terminal, options, proposal, {
    next: "",
    write: () =>
      proposeChanges(octokit, branches, toWrite(proposal), { title: "Remove signalbox", body: introduction }),
  });
}

const leaves = `It leaves what is on GitHub: issues, comments, labels and dependencies. The App writes until it is uninstalled, on the repository's or the organisation's settings page.
`;
const introduction = `Removes the issue forms, the settings, the context pages that nobody edited and the signalbox section of \`AGENTS.md\`. Everything that people wrote is kept.
`;

async function labelsThere(
  octokit: Octokit,
  place: { readonly owner: string; readonly repo: string },
): Promise<string> {
  const missing = new Set((await missingLabels(octokit, place, {})).map(({ name }) => name));
  const there = labelsToMake({}).flatMap(({ name }) => (missing.has(name) ? [] : [name]));
  if (there.length === 0) return "";
  return `Labels that stay, each removable by \`gh label delete\`: ${there.join(", ")}.\n`;
}

/** Adds an agent to a settings file, in a checkout or by a pull request, after showing the difference. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Octokit } from "@octokit/rest";
import { messageOf, UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { agentNamePattern, readPublicKey } from "../../protocol/settings/agents/agents-settings.ts";
import type { KeyChange } from "../../protocol/settings/agents/with-agent-key.ts";
import type { AgentEntry } from "../../protocol/settings/agents/with-agents.ts";
import { withTrustedAgent } from "../../protocol/settings/agents/with-trusted.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { readSettings } from "../../protocol/settings/read-settings.ts";
import { callersGitHub } from "../gh/callers-github.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import type { Change } from "../init/change.ts";
import { expectFolder, readIn, writeChanges } from "../init/checkout.ts";
import { type ProposedChanges, toWrite } from "../init/report.ts";
import { branchesOf, proposeChanges, readAt } from "../init/repository.ts";
import { settle } from "../init/settle.ts";
import { shellWord } from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { describeAccount, expectFreeName, idOf } from "./account.ts";
import { decidingNotice } from "./deciding-notice.ts";
import { changeOf, keyChangeOf } from "./roster-change.ts";

export interface AddOptions extends HostFlags {
  readonly account?: string;
  readonly app?: string;
  readonly key?: string;
  /** With a key, for an agent that is there: instead of those that it has. */
  readonly replaceKey?: boolean;
  readonly withPerson?: boolean;
  readonly role?: string;
  readonly can?: string;
  readonly dir?: string;
  readonly repo?: string;
  readonly pullRequest?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const next =
  "Next: a person who may change the settings brings it to the default branch, or approves it there.\n";

/** The written file looks like an agent that works, and is none before it is committed. */
function nextInCheckout(folder: string, name: string): string {
  const at = folder === resolve(".") ? "git" : `git -C ${shellWord(folder)}`;
  return `${settingsPath} is changed there, and nobody has committed it: until it is on the default branch, this has no effect.
Next: ${at} add ${settingsPath} && ${at} commit -m 'Change the agent ${name}', and push. A person who may change the settings
brings it to the default branch, or approves it there. To have the pull request opened instead, give the repository: --repo owner/name
`;
}

export async function addAgent(terminal: Terminal, name: string, options: AddOptions): Promise<void> {
  if (!agentNamePattern.test(name))
    throw new UserError(
      `${name} is no agent's name. Write one such as ada: 2 to 39 lower-case letters, digits and hyphens.`,
    );
  if (options.json === true && options.yes !== true && options.dryRun !== true)
    throw new UserError("--json does not ask for confirmation: add --dry-run to preview, or --yes to write.");
  const github = callersGitHub(terminal, options);
  const octokit = await callersOctokit(github);
  const wish = await readWish(terminal, octokit, name, options, github.host);
  if (options.repo === undefined) return inCheckout(terminal, options, octokit, wish);
  await inRepository(terminal, options, octokit, wish);
}

/** A new agent, or a key for one that the settings may have. */
interface RosterWish {
  readonly name: string;
  /** Undefined if the command names no account: then the settings have the agent. */
  readonly entry: AgentEntry | undefined;
  readonly key: string | undefined;
  readonly change: KeyChange;
  /** Whether its account is an App's bot, which has no role. */
  readonly isApp: boolean;
}

async function readWish(
  terminal: Terminal,
  octokit: Octokit,
  name: string,
  options: AddOptions,
  host: string,
): Promise<RosterWish> {
  const { app, key: file, replaceKey } = options;
  if (replaceKey === true && file === undefined)
    throw new UserError("--replace-key needs the new one: --key FILE.");
  const key = file === undefined ? undefined : keyIn(file);
  const shared = {
    name,
    key,
    change: replaceKey === true ? "replace" : "add",
    isApp: app !== undefined,
  } as const;
  if (options.account === undefined && app === undefined && key !== undefined)
    return { ...shared, entry: undefined };
  const login = loginIn(options);
  const entry = await entryOf(octokit, name, { ...options, account: login }, key, host);
  if (options.withPerson === true && options.json !== true) terminal.out(decidingNotice(login));
  return { ...shared, entry };
}

/** @throws UserError unless there is one of the two, and an App is nobody else's */
function loginIn({ account, app, withPerson }: AddOptions): string {
  if ((account === undefined) === (app === undefined))
    throw new UserError(
      "Name the account that it writes as: --account LOGIN, or --app SLUG for a GitHub App.",
    );
  if (app !== undefined && withPerson === true)
    throw new UserError("No person uses the login of an App: leave out --with-person.");
  return account ?? `${app}[bot]`;
}

/** @throws UserError as `changeOf` does, and if a person has to extend `trust.agents` */
async function planChange(
  octokit: Octokit,
  before: string | undefined,
  { name, entry, key, change: how, isApp }: RosterWish,
): Promise<Change> {
  const present = agentIn(before, name);
  if (entry === undefined && present === undefined)
    throw new UserError(
      `The settings have no agent ${name} yet. Name the account that it writes as, too: --account LOGIN, or --app SLUG for a GitHub App.`,
    );
  if (key !== undefined && present !== undefined) {
    await requireKeyOnly(octokit, name, entry, present.account);
    return keyChangeOf(before, { name, key, change: how });
  }
  if (entry === undefined) throw new Error("A new agent has an account.");
  const change = changeOf(before, { [name]: entry });
  if (!isApp || change.after === undefined) return change;
  const after = withTrustedAgent(change.after, entry.account, entry.login ?? "");
  if (after === undefined)
    throw new UserError(
      `Nothing was written: an App has no role, so its bot has to be trusted by id. Add ${entry.account} to \`trust.agents\` in ${settingsPath} on a line such as \`agents: []\`, and run this again.`,
    );
  return { ...change, after };
}

/** The agent as the file has it; undefined if it has none of this name, or cannot be read. */
function agentIn(before: string | undefined, name: string): { readonly account: string } | undefined {
  const known = readSettings(before ?? "");
  return known.ok ? known.settings.agents[name] : undefined;
}

/** @throws UserError if the command wants more of an agent that is there than a key */
async function requireKeyOnly(
  octokit: Octokit,
  name: string,
  entry: AgentEntry | undefined,
  account: string,
): Promise<void> {
  if (entry === undefined) return;
  if (!isSameAccount(entry.account, account))
    throw new UserError(
      `The settings have an agent ${name} already, and it writes as ${await describeAccount(octokit, account)}, not as ${entry.login} (${entry.account}).`,
    );
  if (entry.withPerson === true || entry.role !== undefined || entry.can !== undefined)
    throw new UserError(
      `The settings have an agent ${name} already, and this command gives it a key only. Edit ${settingsPath} to change the rest of it.`,
    );
}

async function inCheckout(
  terminal: Terminal,
  options: AddOptions,
  octokit: Octokit,
  wish: RosterWish,
): Promise<void> {
  if (options.pullRequest === true)
    throw new UserError("--pull-request needs the repository: --repo owner/name.");
  const folder = resolve(options.dir ?? ".");
  expectFolder(folder);
  const change = await planChange(octokit, readIn(folder, settingsPath), wish);
  const proposal = proposalOf(folder, change);
  await settle(terminal, options, proposal, {
    next: nextInCheckout(folder, wish.name),
    write: async () => {
      writeChanges(folder, toWrite(proposal));
      return undefined;
    },
  });
}

async function inRepository(
  terminal: Terminal,
  options: AddOptions,
  octokit: Octokit,
  wish: RosterWish,
): Promise<void> {
  const place = parseRepository(options.repo ?? "");
  if (place === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${options.repo}.`);
  if (options.dir !== undefined)
    throw new UserError("--dir and --repo are mutually exclusive: use only one.");
  const branches = await branchesOf(octokit, place, "signalbox/agents");
  const ref = branches.pullRequest === undefined ? branches.base : branches.branch;
  const present = await readAt(octokit, place, settingsPath, ref);
  const proposal = proposalOf(options.repo ?? "", await planChange(octokit, present?.text, wish));
  const isThere = agentIn(present?.text, wish.name) !== undefined;
  const title = isThere ? `Give ${wish.name} a key` : `Add ${wish.name} to the agents`;
  await settle(terminal, options, proposal, {
    next,
    question: `Open a pull request with this in ${options.repo}?`,
    write: () => proposeChanges(octokit, branches, toWrite(proposal), { title, body: next }),
  });
}

function proposalOf(where: string, change: Change): ProposedChanges {
  return { where, changes: [change], labels: undefined, history: undefined };
}

async function entryOf(
  octokit: Octokit,
  name: string,
  { account: login, withPerson, role, can }: AddOptions & { readonly account: string },
  key: string | undefined,
  host: string,
): Promise<AgentEntry> {
  const account = await idOf(octokit, login);
  if (account === undefined) throw new UserError(`${host} has no account ${login}.`);
  await expectFreeName(octokit, name, account, host);
  const words = can?.split(",").map((word) => word.trim());
  return { account, login, withPerson, role, can: words, key };
}

function keyIn(file: string): string {
  // A private key must never be read, not even to say that it is one.
  if (!file.endsWith(".pub")) throw new UserError(`Name the public key, a .pub file: ${file}.pub.`);
  const key = readPublicKey(readKey(file).trim());
  if (key !== undefined) return key;
  throw new UserError(`${file} is no Ed25519 public key. ssh-keygen -t ed25519 makes one, in a .pub file.`);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new UserError(`The key cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/**
 * `signalbox env --as alice`: prints lines for a shell that make its `gh` and git use the hub as alice, from
 * any folder.
 */

import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import { Command } from "commander";
import { UserError } from "../../base/errors.ts";
import type { Environment } from "../../server/composition/environment.ts";
import {
  findHubSession,
  type HubSession,
  isListening,
  nothingAnswers,
  readHubSession,
} from "../hub/hub-session.ts";
import { dataFolder } from "../local-index/home.ts";
import {
  commandsIn,
  exportLine,
  findGh,
  ghScript,
  hubBrowser,
  installed,
  shellWord,
  signalboxScript,
  writeCommands,
} from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { ghFolderOf, hubHost, sharedVariables } from "./gh-environment.ts";

interface Options {
  readonly as?: string;
  readonly home?: string;
  readonly json?: boolean;
}

const otherHome = "Start signalbox there once, or give its folder with --home or SIGNALBOX_HOME.";

const examples = `
Puts the command signalbox on the PATH and tells it where its data is. With --as, gh and git talk to the hub: git
through settings for its URL, gh through a proxy set only for gh. Other programs and hosts are not affected.

Examples:
  $ eval "$(${installed} env --as alice)"
  $ eval "$(${installed} env)"`;

export function envCommand(terminal: Terminal): Command {
  return new Command("env")
    .description("Print the shell settings for signalbox in any folder, and for gh on the hub")
    .option("--as <login>", "also point gh and git to the hub, as maria, alice, bob or mallory")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON instead of shell commands")
    .addHelpText("after", examples)
    .action(async (options: Options) => {
      const home = dataFolder(terminal, options.home);
      const session = options.as === undefined ? undefined : readHubSession(home);
      if (!existsSync(home)) throw new UserError(`There is no data folder ${home}. ${otherHome}`);
      const variables = prepare(terminal.env, home, options.as, session);
      const folder = commandsIn(home, options.as);
      terminal.out(options.json === true ? json(variables, folder, terminal.env) : lines(variables, folder));
      for (const remark of remarks(terminal.env, home, session)) terminal.err(`${remark}\n`);
      if (session !== undefined && !(await isListening(session.url))) terminal.err(nothingAnswers(session));
    });
}

/** The shell extends its own PATH, because npx has put folders in front of the one this process sees. */
function lines(variables: Readonly<Record<string, string>>, folder: string): string {
  const shown = Object.entries(variables).map(([name, value]) => `${exportLine(name, value)}\n`);
  return `${shown.join("")}export PATH=${shellWord(folder)}:"$PATH"\n`;
}

function json(
  variables: Readonly<Record<string, string>>,
  folder: string,
  { PATH = "" }: Environment,
): string {
  return `${JSON.stringify({ ...variables, PATH: `${folder}${delimiter}${PATH}` }, undefined, 2)}\n`;
}

/** Writes the commands as well, because the variables are useless without them. */
function prepare(
  env: Environment,
  home: string,
  login: string | undefined,
  session: HubSession | undefined,
): Readonly<Record<string, string>> {
  const folder = commandsIn(home, login);
  if (login === undefined || session === undefined) {
    writeCommands(folder, { signalbox: signalboxScript() });
    return { SIGNALBOX_HOME: home };
  }
  const variables = sharedVariables(session, login, home, env);
  const gh = findGh(env);
  const texts =
    gh === undefined
      ? {}
      : { gh: ghScript(session, ghFolderOf(home, login), gh, { GH_BROWSER: hubBrowser(home, login) }) };
  writeCommands(folder, { signalbox: signalboxScript(), ...texts });
  return variables;
}

function remarks(env: Environment, home: string, session: HubSession | undefined): readonly string[] {
  if (session === undefined) {
    const isBeside = findHubSession(home) !== undefined && env.GH_HOST !== hubHost;
    return isBeside ? ["gh still uses GitHub. For the hub, add --as alice."] : [];
  }
  const isWithout = findGh(env) === undefined;
  return [
    ...(isWithout ? ["gh is not installed. Get it from https://cli.github.com, then run this again."] : []),
    ...(bypassesProxy(env) ? [bypassed] : []),
  ];
}

const bypassed = `NO_PROXY excludes localhost, so git does not reach the hub as http://${hubHost}. Clone with its port: see docs/hub.md.`;

/** Follows curl's rules: a name also covers its subdomains. */
function bypassesProxy({ no_proxy, NO_PROXY }: Environment): boolean {
  const excluded = (no_proxy || NO_PROXY || "").split(",").map((each) => each.trim().replace(/^\./, ""));
  return excluded.some((each) => each === "*" || each === "localhost" || each === hubHost);
}

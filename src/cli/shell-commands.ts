/**
 * The folder that `signalbox env` puts on the PATH: `signalbox` from any folder, and `gh` with the proxy that
 * it needs for the hub. Both are files rather than shell functions, so that scripts and agents started from
 * the shell have them too.
 */
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, UserError } from "../base/errors.ts";
import type { Environment } from "../server/composition/environment.ts";
import { hubHost, hubRoots, processVariables } from "./gh/gh-environment.ts";
import type { HubSession } from "./hub/hub-session.ts";

/** Quotes a value for a POSIX shell if the shell would interpret any of it. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

export function exportLine(name: string, value: string): string {
  return `export ${name}=${value === "" ? "" : shellWord(value)}`;
}

/**
 * How to run the command before it is on the PATH: as installed in the folder. `--no` keeps npx from
 * downloading a package of that name, which may be someone else's.
 */
export const installed = "npx --no -- signalbox";

/** A user's command folder; without a user, that of the data folder. */
export function commandsIn(home: string, login: string | undefined): string {
  return join(home, "bin", login ?? "_");
}

/** Contained in each command, so that none is mistaken for the real gh, whichever data folder it belongs to. */
const mark = "# Written by `signalbox env`.";

/** Path of the real gh; undefined if it is not installed. */
export function findGh({ PATH = "" }: Environment): string | undefined {
  return PATH.split(delimiter)
    .filter((place) => place !== "")
    .map((place) => resolve(place, "gh"))
    .find((path) => isProgram(path) && !readFileSync(path).subarray(0, 200).includes(mark));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK | constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @throws UserError if the folder cannot be written to */
export function writeCommands(folder: string, texts: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(texts)) {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o700 });
      chmodSync(path, 0o700);
    }
  } catch (thrown) {
    throw new UserError(`The commands could not be written to ${folder}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** The same path from the sources and from the build. */
const launcher = fileURLToPath(new URL("../../src/cli/signalbox.mjs", import.meta.url));

/** Runs this installation with the Node that runs it now. */
export function signalboxScript(): string {
  return `#!/bin/sh\n${mark}\nexec ${shellWord(process.execPath)} ${shellWord(launcher)} "$@"\n`;
}

/** What gh hands addresses of the hub to with `--web`: no browser resolves the host name that it knows the hub by. */
export function hubBrowser(home: string, login: string): string {
  return [process.execPath, launcher, "open", "--as", login, "--home", home].map(shellWord).join(" ");
}

/**
 * @param gh path of the real gh
 * @param more variables for gh alone
 */
export function ghScript(
  session: HubSession,
  folder: string,
  gh: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const variables = { ...processVariables(session, folder), ...more };
  const roots = hubRoots(session).map(
    (root) => `    ${shellWord(root)}/*) word=http://${hubHost}/\${word#${shellWord(root)}/} ;;\n`,
  );
  return `#!/bin/sh
${mark} Only gh uses the proxy. Rewrites hub URLs to the host name that gh expects.
for word do
  shift
  case $word in
${roots.join("")}  esac
  set -- "$@" "$word"
done
${Object.entries(variables)
  .map(([name, value]) => `${exportLine(name, value)}\n`)
  .join("")}exec ${shellWord(gh)} "$@"
`;
}

/**
 * Replaces the process of `run` by one whose environment and command line have no secret and no data folder: what it starts can
 * read both of its parent (`/proc/<pid>/environ`), and deleting a variable there changes nothing. What was taken away goes
 * to the new process by a file that is deleted before anything is started.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type Environment, isWithheld, pathLists, pathsBeside } from "../../programs/withheld.ts";
import { runtimeFolder } from "./runtime-folder.ts";

/** Names the file that has what was taken away. */
const shedVariable = "SIGNALBOX_SHED";
const keptSecrets =
  "This process cannot replace itself, so the program can read from it what is kept from the program's own environment. Start `run` without a channel to its parent, on a system with execve.";
const shape = z.record(z.string(), z.string());

/**
 * Returns what `run` was given, in the process that has shed it. In the one before it does not return, unless the machine
 * cannot replace a process.
 */
export function shedSecrets({ env, argv, execArgv, execPath, execve, send, stderr }: NodeJS.Process): {
  readonly env: Environment;
  readonly argv: readonly string[];
} {
  const shedFile = env[shedVariable];
  if (shedFile !== undefined) return { env: given(env, shedFile), argv: argv.slice(2) };
  const { rest, home } = withoutHome(argv.slice(2));
  const folder = resolve(home ?? (env.SIGNALBOX_HOME || ".signalbox"));
  // A data folder that is named counts more than a server in the environment.
  const whole = home === undefined ? env : { ...env, SIGNALBOX_HOME: folder, SIGNALBOX_SERVER: undefined };
  const { shed, kept } = parted(whole, folder);
  // A channel to the parent would be lost.
  if (execve === undefined || send !== undefined) {
    if (Object.keys(shed).length > 0) stderr.write(`${keptSecrets}\n`);
    return { env: whole, argv: rest };
  }
  const file = join(mkdtempSync(join(runtimeFolder(env), "signalbox-shed-")), "environment.json");
  writeFileSync(file, JSON.stringify(shed), { mode: 0o600 });
  const words = [execPath, ...execArgv, argv[1] ?? "", ...rest];
  return execve(execPath, words, { ...kept, [shedVariable]: file });
}

function given(env: Environment, file: string): Environment {
  const { [shedVariable]: _, ...kept } = env;
  const shed = shape.parse(JSON.parse(readFileSync(file, "utf8")));
  rmSync(dirname(file), { recursive: true, force: true });
  return { ...kept, ...shed };
}

/** A list of paths goes both ways: whole to us, without the data folder to everybody. */
function parted(
  env: Environment,
  home: string,
): {
  readonly shed: Readonly<Record<string, string>>;
  readonly kept: Readonly<Record<string, string>>;
} {
  const withheld = isWithheld(env, home);
  const all = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const isShed = ([name, value]: readonly [string, string]): boolean =>
    withheld(name) || (pathLists.has(name) && pathsBeside(value, home).join(delimiter) !== value);
  const shortened = ([name, value]: readonly [string, string]): readonly [string, string] => [
    name,
    pathLists.has(name) ? pathsBeside(value, home).join(delimiter) : value,
  ];
  return {
    shed: Object.fromEntries(all.filter(isShed)),
    kept: Object.fromEntries(all.filter(([name]) => !withheld(name)).map(shortened)),
  };
}

/** What comes after `--` is the program's own. */
function withoutHome(words: readonly string[]): {
  readonly rest: readonly string[];
  readonly home: string | undefined;
} {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const rest: string[] = [];
  let home: string | undefined;
  let isValue = false;
  for (const word of words.slice(0, end)) {
    if (isValue) home = word;
    else if (word.startsWith("--home=")) home = word.slice("--home=".length);
    else if (word !== "--home") rest.push(word);
    isValue = !isValue && word === "--home";
  }
  return { rest: [...rest, ...words.slice(end)], home };
}

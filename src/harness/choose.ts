/**
 * Chooses the harness and its command line before anything is claimed. Where it is not clear which program is
 * meant, the caller has to say so: a run spends money.
 */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { type Harness, type HarnessName, harnessNames } from "./harness.ts";
import { harnesses } from "./table.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Chosen {
  readonly harness: Harness;
  readonly argv: readonly string[];
}

/**
 * @param given the command line after `--`; may be empty
 * @throws UserError if no program is meant, more than one could be, or it is not installed
 */
export function chooseHarness(
  name: HarnessName | undefined,
  given: readonly string[],
  env: Environment,
): Chosen {
  const harness = harnesses[name ?? nameOf(given) ?? detect(env)];
  const words = given.length > 0 || harness.program === undefined ? given : [harness.program];
  const [program] = words;
  if (program === undefined)
    throw new UserError("Say which program to run: signalbox run --next -- ./my-agent --flag");
  if (!isInstalled(program, env))
    throw new UserError(
      `${program} was not found${program.includes("/") ? "" : " on the PATH"}, so nothing was claimed. Install it, or name another program after --.`,
    );
  return { harness, argv: harness.command(words) };
}

/** By the program's name; a program that signalbox does not know is run plainly. */
function nameOf([program]: readonly string[]): HarnessName | undefined {
  if (program === undefined) return undefined;
  const base = program.split(/[/\\]/).at(-1);
  return harnessNames.find((name) => harnesses[name].program === base) ?? "plain";
}

/** The program that runs us, then the only one that is installed. */
function detect(env: Environment): HarnessName {
  const running = harnessNames.filter((name) => harnesses[name].variables.some((each) => isSet(env, each)));
  const installed = harnessNames.filter((name) => isInstalled(harnesses[name].program, env));
  const found = running.length > 0 ? running : installed;
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(
    only === undefined
      ? "No agent's program is on the PATH (claude, codex or opencode). Name one after --."
      : `Several programs could be meant: ${found.join(", ")}. Choose one with --harness.`,
  );
}

function isSet(env: Environment, variable: string): boolean {
  return (env[variable] ?? "") !== "";
}

function isInstalled(program: string | undefined, { PATH = "" }: Environment): boolean {
  if (program === undefined) return false;
  if (program.includes("/")) return isProgram(resolve(program));
  return PATH.split(delimiter).some((folder) => folder !== "" && isProgram(resolve(folder, program)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

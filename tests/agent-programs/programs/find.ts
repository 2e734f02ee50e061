/** Finds the programs in a folder of ours or on the PATH, and installs them into that folder. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { UserError } from "../../../src/base/errors.ts";
import type { AgentProgram, ProgramName } from "./agent-program.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { opencode } from "./opencode.ts";

export const programs: Readonly<Record<ProgramName, AgentProgram>> = { claude, codex, opencode };

/** @returns the program's path; undefined if it is nowhere */
export function findProgram(name: ProgramName, folder: string, path: string): string | undefined {
  const places = [
    join(folder, "node_modules", programs[name].binary),
    ...path.split(delimiter).map((each) => resolve(each, name)),
  ];
  return places.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the newest versions. None of the packages' own scripts runs: the programs come with packages of the platform. */
export function installPrograms(names: readonly ProgramName[], folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const packages = names.map((name) => `${programs[name].package}@latest`);
  const words = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", ...packages];
  const { status, error } = spawnSync("npm", words, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    throw new UserError(
      `npm could not install ${packages.join(" ")} into ${folder}: ${error?.message ?? "see above"}`,
    );
  return names.map((name) => `${programs[name].package} ${installedVersion(name, folder)}`);
}

function installedVersion(name: ProgramName, folder: string): string {
  const path = join(folder, "node_modules", programs[name].package, "package.json");
  return String(JSON.parse(readFileSync(path, "utf8")).version);
}

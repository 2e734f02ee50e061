/** Plays the checks, one after the other, in one lab. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checks } from "./checks/all.ts";
import { type Check, playCheck, type Result } from "./checks/check.ts";
import { Lab } from "./lab/lab.ts";
import type { Options } from "./options.ts";
import type { ProgramName } from "./programs/agent-program.ts";
import { programs } from "./programs/find.ts";
import { takeRecordings } from "./recordings/record.ts";

interface Rehearsal {
  readonly results: readonly Result[];
  /** Where files were left, if something is broken. */
  readonly left: string | undefined;
}

export async function rehearse(
  root: string,
  options: Options,
  paths: ReadonlyMap<ProgramName, string>,
  onResult: (result: Result) => void,
): Promise<Rehearsal> {
  const folder = options.work ?? join(options.folder, `work-${process.pid}`);
  const lab = await Lab.open({ root, folder, programs: paths });
  const results: Result[] = [];
  try {
    for (let round = 0; round < options.times; round += 1)
      for (const name of paths.keys())
        for (const check of chosenChecks(name, options)) {
          const result = await playOne(lab, name, check);
          results.push(result);
          onResult(result);
        }
  } finally {
    await lab.close();
  }
  const isBroken = results.some(({ outcome }) => outcome.type === "broken");
  if (!isBroken && options.work === undefined) rmSync(folder, { recursive: true, force: true });
  return { results, left: isBroken ? folder : undefined };
}

async function playOne(lab: Lab, name: ProgramName, check: Check): Promise<Result> {
  const { story, ability } = check;
  const version = versionOf(lab, name);
  return { program: name, version, story, ability, ...(await playCheck(lab, programs[name], check)) };
}

/** Takes recordings in place of playing checks. */
export async function record(
  root: string,
  options: Options,
  paths: ReadonlyMap<ProgramName, string>,
  say: (line: string) => void,
): Promise<void> {
  const folder = options.work ?? join(options.folder, `work-${process.pid}`);
  const lab = await Lab.open({ root, folder, programs: paths });
  try {
    const versions = new Map([...paths.keys()].map((name) => [name, versionOf(lab, name)]));
    await takeRecordings(lab, versions, say);
  } finally {
    await lab.close();
  }
  if (options.work === undefined) rmSync(folder, { recursive: true, force: true });
}

function chosenChecks(name: ProgramName, { stories, only, isSlow }: Options): readonly Check[] {
  return checks.filter(
    (check) =>
      check.programs.includes(name) &&
      stories.includes(check.story) &&
      check.ability.includes(only) &&
      (isSlow || check.isSlow !== true),
  );
}

/** As the program says it, without its name. */
function versionOf(lab: Lab, name: ProgramName): string {
  const env = { ...lab.bare, DISABLE_AUTOUPDATER: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" };
  const { stdout } = spawnSync(name, ["--version"], { env, encoding: "utf8" });
  return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? "of an unknown version";
}

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
      for (const name of paths.keys()) {
        const version = versionOf(lab, name);
        for (const check of chosenChecks(name, options)) {
          const played = await playCheck(lab, programs[name], check);
          const { story, ability } = check;
          const result = { program: name, version, story, ability, ...played };
          results.push(result);
          onResult(result);
        }
      }
  } finally {
    await lab.close();
  }
  const isBroken = results.some(({ outcome }) => outcome.type === "broken");
  if (!isBroken && options.work === undefined) rmSync(folder, { recursive: true, force: true });
  return { results, left: isBroken ? folder : undefined };
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

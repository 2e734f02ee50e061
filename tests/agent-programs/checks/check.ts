/** The shape of a check, and how one is played. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../src/base/errors.ts";
import { documentedCommand } from "../docs-lines.ts";
import type { Lab } from "../lab/lab.ts";
import { Scene } from "../lab/scene.ts";
import type { AgentProgram, ProgramName } from "../programs/agent-program.ts";
import { measureShown, type Shown } from "./shown.ts";

export const stories = ["shell", "mcp", "http", "hooks", "reader"] as const;
export type Story = (typeof stories)[number];

export interface Check {
  readonly story: Story;
  /** What an agent can do there: a sentence without its subject. */
  readonly ability: string;
  readonly programs: readonly ProgramName[];
  /** Whether it is about what the docs' command line allows; otherwise it is played with one that allows everything. */
  readonly commandLine: "documented" | "unrestricted";
  /** Minutes rather than seconds. */
  readonly isSlow?: true;
  /** @throws what is broken, in words */
  readonly play: (scene: Scene) => Promise<void>;
}

export type Outcome =
  | { readonly type: "works" }
  /** Only with another command line than the documented one. */
  | { readonly type: "works after"; readonly command: string; readonly otherwise: string }
  | { readonly type: "broken"; readonly because: string };

export interface Result {
  readonly program: ProgramName;
  readonly version: string;
  readonly story: Story;
  readonly ability: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly shown: Shown;
}

/** Plays it; where the documented command line is not enough, once more with one that allows everything. */
export async function playCheck(
  lab: Lab,
  program: AgentProgram,
  check: Check,
): Promise<Pick<Result, "outcome" | "seconds" | "shown">> {
  const beganMs = performance.now();
  const { outcome, scene } =
    check.commandLine === "documented"
      ? await playAsDocumented(lab, program, check)
      : await playUnrestricted(lab, program, check);
  const seconds = (performance.now() - beganMs) / 1000;
  return { outcome, seconds, shown: measureShown(scene.requests()) };
}

interface Played {
  readonly outcome: Outcome;
  readonly scene: Scene;
}

async function playAsDocumented(lab: Lab, program: AgentProgram, check: Check): Promise<Played> {
  const scene = new Scene(lab, program, documentedCommand(lab.root, program.name));
  const otherwise = await problemOf(check, scene);
  if (otherwise === undefined) return { outcome: { type: "works" }, scene };
  const again = await playUnrestricted(lab, program, check);
  if (again.outcome.type === "broken") return again;
  return { ...again, outcome: { type: "works after", command: program.unrestricted, otherwise } };
}

async function playUnrestricted(lab: Lab, program: AgentProgram, check: Check): Promise<Played> {
  const scene = new Scene(lab, program, program.unrestricted);
  const because = await problemOf(check, scene);
  return { outcome: because === undefined ? { type: "works" } : { type: "broken", because }, scene };
}

/** What the model was shown is left next to the check's files where it is broken. */
async function problemOf(check: Check, scene: Scene): Promise<string | undefined> {
  try {
    await check.play(scene);
    return undefined;
  } catch (thrown) {
    writeFileSync(
      join(scene.lab.folder, `requests-${scene.script}.json`),
      JSON.stringify(scene.requests(), undefined, 2),
    );
    return messageOf(thrown);
  }
}

/** The shape of a check, and how one is played. */
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

/** Plays it with the documented command line, and where that is not enough with one that allows everything. */
export async function playCheck(
  lab: Lab,
  program: AgentProgram,
  check: Check,
): Promise<Pick<Result, "outcome" | "seconds" | "shown">> {
  const beganMs = performance.now();
  const documented = documentedCommand(lab.root, program.name);
  const first = new Scene(lab, program, documented);
  const otherwise = await problemOf(check, first);
  const seconds = (): number => (performance.now() - beganMs) / 1000;
  if (otherwise === undefined)
    return { outcome: { type: "works" }, seconds: seconds(), shown: measureShown(first.requests()) };
  if (documented === program.unrestricted)
    return {
      outcome: { type: "broken", because: otherwise },
      seconds: seconds(),
      shown: measureShown(first.requests()),
    };
  const second = new Scene(lab, program, program.unrestricted);
  const because = await problemOf(check, second);
  const outcome: Outcome =
    because === undefined
      ? { type: "works after", command: program.unrestricted, otherwise }
      : { type: "broken", because };
  return { outcome, seconds: seconds(), shown: measureShown(second.requests()) };
}

async function problemOf(check: Check, scene: Scene): Promise<string | undefined> {
  try {
    await check.play(scene);
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

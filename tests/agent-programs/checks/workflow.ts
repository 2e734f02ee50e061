/** The step of the workflow of `init --start` in which a program works. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentWorkflow, startedPrograms } from "../../../src/cli/init/agent-workflow.ts";
import { say, write } from "../model/step.ts";
import type { Check } from "./check.ts";
import { wordsOf } from "./shell-loop.ts";

export const writesMessages: Check = {
  story: "shell",
  ability: "writes messages.json as the workflow of `init --start` starts it",
  programs: ["claude", "codex"],
  commandLine: "unrestricted",
  play: async (scene) => {
    const temp = join(scene.lab.folder, `runner-${scene.script}`);
    const path = join(temp, "work/messages.json");
    mkdirSync(join(temp, "work"), { recursive: true });
    scene.play([write(path, '{"v":1,"messages":[]}'), say("Wrote.")]);
    const command = commandOfWorkflow(scene.lab.root, scene.program.name);
    const { stdout, stderr } = await scene.headless({ command, env: { RUNNER_TEMP: temp } });
    assert.ok(existsSync(path), wordsOf(command, scene.results()[0] ?? stdout + stderr));
  },
};

function commandOfWorkflow(root: string, program: string): string {
  const template = readFileSync(join(root, "templates/init/signalbox-agent.yml"), "utf8");
  const start = startedPrograms.find((name) => name === program);
  assert.ok(start !== undefined, `no workflow starts ${program}`);
  const workflow = agentWorkflow(template, { start, bot: "1", source: `acme/signalbox@${"0".repeat(40)}` });
  const command = new RegExp(`\\b${program} (?:-p|exec) .*`).exec(workflow)?.[0];
  assert.ok(command !== undefined, `the workflow does not start ${program}`);
  return command.replace(/ [<>|].*$/, "");
}

/**
 * A wait as AGENTS.md has it, in a tool that ends a command after two minutes, or gives it back after half of one: a
 * result is the whole output of one command, however often the model had to poll it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { askAbout, wordsOf } from "./shell-loop.ts";

export const waits: Check = {
  story: "shell",
  ability: "waits as AGENTS.md has it, for longer than its shell tool lets a command run",
  programs: programNames,
  commandLine: "unrestricted",
  isSlow: true,
  play: async (scene) => {
    const task = await scene.openTask();
    const wait = taughtWait(scene.lab.root, task);
    const waiting = Array.from({ length: 12 }, () => shell(`${wait}; echo "ended with $?"`));
    scene.play([
      shell(askAbout(task)),
      // Each says what it was told; the model goes on to wait until it is told that the task is free.
      ...waiting.map(
        (step) =>
          ({ results }: { readonly results: readonly string[] }) =>
            /ended with 0/.test(results.at(-1) ?? "") ? say("I waited.") : step,
      ),
      say("I waited."),
    ]);
    const answering = new Promise((resolve) => setTimeout(resolve, 140_000)).then(() =>
      scene.lab.repository.answerQuestion(task, "hello"),
    );
    await scene.run(task);
    await answering;
    const results = scene.results().slice(1);
    assert.ok(
      results.every((result) => /ended with [02]/.test(result)),
      wordsOf(
        wait,
        results.find((result) => !/ended with [02]/.test(result)),
      ),
    );
    assert.match(results.at(-1) ?? "", /ended with 0/, wordsOf(wait, results.at(-1)));
  },
};

/** The command that AGENTS.md teaches. */
function taughtWait(root: string, task: number): string {
  const text = readFileSync(join(root, "templates/init/agents.md"), "utf8");
  const line = /`(signalbox wait 12[^`]*)`/.exec(text)?.[1];
  assert.ok(line !== undefined, "templates/init/agents.md teaches no `signalbox wait 12`");
  return line.replace("12", String(task));
}

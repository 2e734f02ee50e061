/** A handover in the words of AGENTS.md. */
import assert from "node:assert/strict";
import { say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { wordsOf } from "./shell-loop.ts";

export const handsOverInBullets: Check = {
  story: "shell",
  ability: "hands over as AGENTS.md writes it: `- path: what`, `- command: result`",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const task = await scene.openTask();
    scene.play([
      shell(
        `signalbox hand-over ${task} --status complete --changes '- hello.txt: the greeting' --verified '- npm test: passed' --context 'The greeting is hello.' --next-steps 'Nothing is left.' --dry-run`,
      ),
      say("Tried."),
    ]);
    await scene.run(task);
    const [result] = scene.results();
    assert.match(result ?? "", /- `hello\.txt`: the greeting/, wordsOf("hand-over", result));
    assert.match(result ?? "", /- `npm test`: passed/, wordsOf("hand-over", result));
  },
};

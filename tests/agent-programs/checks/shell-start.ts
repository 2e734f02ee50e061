/** What a program that `run` starts is shown, and how its result is read. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harnesses } from "../../../src/harness/table.ts";
import { say, shell, tokensOfTurn } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";

export const readsItsBrief: Check = {
  story: "shell",
  ability: "is shown the rules, its brief and AGENTS.md, and its tokens are counted",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    scene.play([shell("echo one"), say("Read.")]);
    const task = await scene.openTask("A goal that the model has to see.");
    const { record } = await scene.run(task);
    const [first] = scene.requests();
    const shown = `${first?.system}\n${first?.prompt}`;
    const parts = {
      rules: "You are ada, an agent.",
      brief: "A goal that the model has to see.",
      "AGENTS.md": "Working with others: signalbox",
    };
    for (const [what, part] of Object.entries(parts))
      assert.ok(shown.includes(part), `${what}: none of it is in what the model was shown`);
    const turns = scene.requests().length;
    assert.equal(record?.text, "Read.", "the record does not have its last message");
    assert.equal(record.usage?.inputTokens, tokensOfTurn.input * turns, `tokens of ${turns} turns`);
    assert.equal(record.usage?.outputTokens, tokensOfTurn.output * turns, `tokens of ${turns} turns`);
  },
};

export const isRecognised: Check = {
  story: "shell",
  ability: "is recognised by a variable that it sets",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { variables } = harnesses[scene.program.name];
    const file = join(scene.lab.folder, `variables-${scene.script}.txt`);
    scene.play([shell(`env > ${file}`), say("Done.")]);
    await scene.run(await scene.openTask());
    const names = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    const own = names.filter((name) => /^(?:CLAUDE|CODEX|OPENCODE|AI_|AGENT)/.test(name));
    assert.ok(
      variables.some((name) => names.includes(name)),
      `${variables.join(" or ")} is not set, but ${own.join(", ") || "nothing like it"}`,
    );
  },
};

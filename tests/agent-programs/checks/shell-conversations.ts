/** A conversation that goes on in a later run. */
import assert from "node:assert/strict";
import { until } from "../lab/until.ts";
import { say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { askAbout, wordsOf } from "./shell-loop.ts";

export const resumes: Check = {
  story: "shell",
  ability: "asks, ends, is answered, and goes on in the same conversation",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { repository } = scene.lab;
    const task = await scene.openTask();
    const checkout = await repository.clone();
    scene.play([
      shell(askAbout(task)),
      say("I asked, and end."),
      shell(`signalbox brief ${task}`),
      say("I went on."),
    ]);
    const first = await scene.run(task, { checkout });
    assert.equal(first.code, 0, wordsOf("run", first.stdout + first.stderr));
    assert.equal(first.record?.text, "I asked, and end.");
    await repository.answerQuestion(task, "hello, all lower case.");
    await repository.waitUntilReady(task);
    const second = await scene.run(task, { checkout });
    assert.equal(second.record?.session, first.record.session, "it is another session");
    assert.equal(second.record.token, first.record.token, "it is another lease");
    assert.equal(
      second.record.text,
      "I went on.",
      `\`run --issue\` began a new conversation: ${wordsOf("run", second.stdout + second.stderr)}`,
    );
    assert.match(
      scene.results().at(-1) ?? "",
      /hello, all lower case/,
      wordsOf("brief", scene.results().at(-1)),
    );
  },
};

export const resumesByItself: Check = {
  story: "shell",
  ability: "goes on by itself within 5 s of the answer to its question",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { repository } = scene.lab;
    const task = await scene.openTask();
    const checkout = await repository.clone();
    scene.play([
      shell(askAbout(task)),
      say("I asked, and end."),
      shell(`signalbox release ${task} --because done`),
      say("I went on."),
    ]);
    const run = await scene.start(task, { checkout, flags: "--wait" });
    // Before that, the program has asked and still takes a turn to end.
    const waiting = until("A run that waits", 90_000, async () =>
      run.stderr().includes("waits for an answer"),
    );
    const isWaiting = await Promise.race([waiting.then(() => true), run.ended.then(() => false)]);
    waiting.catch(() => {});
    if (isWaiting) await repository.answerQuestion(task, "hello, all lower case.");
    const answeredMs = Date.now();
    const { code, stdout, stderr } = await run.ended;
    assert.ok(isWaiting, `it did not wait for the answer: ${wordsOf("run", stdout + stderr)}`);
    const went = scene.requests().find(({ turn }) => turn === 2);
    assert.ok(went !== undefined, `it did not go on: ${wordsOf("run", stdout + stderr)}`);
    assert.ok(went.atMs - answeredMs <= 5_000, `it went on after ${(went.atMs - answeredMs) / 1000} s`);
    assert.equal(code, 0, wordsOf("run", stdout + stderr));
  },
};

export const countsItsOwnTokens: Check = {
  story: "shell",
  ability: "counts each run's own tokens, resumed or not",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const task = await scene.openTask();
    const checkout = await scene.lab.repository.clone();
    scene.play([shell(askAbout(task)), say("One."), say("Two.")]);
    const first = await scene.run(task, { checkout });
    assert.equal(first.record?.text, "One.", wordsOf("run", first.stdout + first.stderr));
    await scene.lab.repository.answerQuestion(task, "hello, all lower case.");
    await scene.lab.repository.waitUntilReady(task);
    const second = await scene.run(task, { checkout });
    assert.equal(second.record?.text, "Two.", wordsOf("run", second.stdout + second.stderr));
    assert.equal(second.record.usage?.inputTokens, 150, "one turn of 150 tokens");
    assert.equal(first.record.usage?.inputTokens, 300, "two turns of 150 tokens");
  },
};

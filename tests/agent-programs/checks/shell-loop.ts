/** A task from claim to merge, by the program's own shell. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { quoted } from "../lab/people.ts";
import type { Scene } from "../lab/scene.ts";
import { type Script, say, shell, write } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";

const decision = "hello, all lower case.";

export const shellLoop: Check = {
  story: "shell",
  ability: "takes a task from claim to merge",
  programs: programNames,
  commandLine: "documented",
  play: async (scene) => {
    const { lab } = scene;
    const task = await scene.openTask();
    const checkout = await lab.repository.clone();
    scene.play(wholeTask(task, checkout));
    const answering = lab.repository.answerQuestion(task, decision);
    answering.catch(() => {});
    const { code, record, stdout, stderr } = await scene.run(task, { checkout });
    const results = scene.results();
    assert.match(results[0] ?? "", /Opened acme\/demo#\d+/, wordsOf("ask", results[0]));
    await answering;
    assert.match(results[2] ?? "", /hello, all lower case/, wordsOf("brief", results[2]));
    const pull = pullRequestIn(results.slice(3, 9));
    const handover = /Opened acme\/demo#(\d+)/.exec(results[9] ?? "")?.[1];
    assert.ok(handover !== undefined, wordsOf("hand-over", results[9]));
    assert.equal(code, 0, `run ended with exit code ${code}: ${stderr || stdout}`);
    assert.equal(record?.ok, true, "the record does not say that it was a success");
    assert.equal(record.text, "I handed over.");
    assert.ok(record.resumeId !== null, "the record has no id of the conversation");
    await acceptAndMerge(scene, { task, pull, handover, checkout });
  },
};

/** With the number as such: some programs refuse a command with a variable in it. */
export function askAbout(task: number): string {
  return `signalbox ask ${task} 'Which greeting?' --context 'hello or hi; the goal does not say.' --category implementation --urgency blocking`;
}

function wholeTask(task: number, checkout: string): Script {
  const file = `hello-${task}.txt`;
  return [
    shell(askAbout(task)),
    shell(`signalbox wait ${task} --timeout 55s`),
    shell(`signalbox brief ${task}`),
    write(join(checkout, file), "hello\n"),
    shell(`git checkout -q -b agent/ada/${task}`),
    shell(`git add ${file}`),
    shell("git commit -q -m 'Add a greeting'"),
    shell("git push -q -u origin HEAD"),
    shell(`gh pr create --title 'Add a greeting' --body 'Closes #${task}'`),
    shell(
      `signalbox hand-over ${task} --status complete --changes '${file}: the greeting' --verified 'cat ${file}: prints hello' --context 'The greeting is hello, as bob decided.' --next-steps 'Nothing is left for this task.'`,
    ),
    say("I handed over."),
  ];
}

interface HandedOver {
  readonly task: number;
  readonly pull: number;
  readonly handover: string;
  readonly checkout: string;
}

export async function acceptAndMerge(
  { lab }: Scene,
  { task, pull, handover, checkout }: HandedOver,
): Promise<void> {
  const run = quoted(`cat hello-${task}.txt`);
  await lab.repository.waitUntilIndexed(Number(handover));
  await lab.people.must("maria", `signalbox verify ${handover} --yes --dir ${checkout} --run ${run}`);
  await lab.repository.waitUntilClosed(task);
  if (!(await lab.repository.isMerged(pull))) await lab.people.must("maria", `gh pr merge ${pull} --merge`);
  assert.ok(await lab.repository.isMerged(pull), `pull request #${pull} is not merged`);
}

/** @throws with what git and gh said if none was opened */
export function pullRequestIn(results: readonly string[]): number {
  const pull = /\/pull\/(\d+)/.exec(results.at(-1) ?? "")?.[1];
  if (pull === undefined) throw new Error(wordsOf("gh pr create", results.join("\n")));
  return Number(pull);
}

/** What a command of the program's said, in one line. */
export function wordsOf(command: string, result: string | undefined): string {
  const said = (result ?? "it was never run").trim().replaceAll(/\s+/g, " ");
  return `${command}: ${said.slice(-400)}`;
}

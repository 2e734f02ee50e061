/** A program that answers questions: asked by the server, or working from its list. docs/answerers.md has both. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Lab } from "../lab/lab.ts";
import { quoted } from "../lab/people.ts";
import { Scene } from "../lab/scene.ts";
import { until } from "../lab/until.ts";
import { type Conversation, type Step, say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { wordsOf } from "./shell-loop.ts";

const statement = "ISRs never send messages themselves; they set a task notification bit.";
const page = `# Architecture

## Interrupts

- ${statement}
- A driver task reads the bit and sends the message.
`;

export const answersTheServer: Check = {
  story: "reader",
  ability: "answers what the server asks it, from passages and without tools, as docs/answerers.md starts it",
  programs: ["claude"],
  commandLine: "unrestricted",
  play: async ({ lab, script }) => {
    const reader = await openReaderLab(lab, script, "claude");
    try {
      reader.model.play(script, [answerFromPassages], false);
      await ask(reader, "What does an interrupt handler do to wake a task?", "I write the ISR.");
      await until("A suggestion by the program", 60_000, async () =>
        (
          await reader.people.must("maria", "gh issue list --label suggested --json body --jq '.[].body'")
        ).includes("Set the driver task's notification bit."),
      );
      const [asked] = reader.model.requests(script);
      assert.deepEqual(asked?.tools, [], "it was started with tools");
    } finally {
      await reader.close();
    }
  },
};

export const answersFromTheList: Check = {
  story: "reader",
  ability: "answers from the list of open questions, as an agent on a schedule",
  programs: programNames,
  commandLine: "unrestricted",
  play: async ({ lab, program, command }) => {
    const reader = await openReaderLab(lab, "schedule", undefined);
    try {
      const id = (await reader.people.must("maria", "gh api users/alice --jq .node_id")).trim();
      await reader.repository.replaceSettings(documentedSettings(lab).replaceAll("U_kgDOBexample", id));
      const question = await ask(reader, "Which colour does the status LED have?", "For the bootloader.");
      const list = "signalbox questions --open --for coordinator --json";
      await until(`That #${question} is in the list`, 60_000, async () =>
        (await reader.people.must("alice", list)).includes(`acme/demo#${question}`),
      );
      const scene = new Scene(reader, program, command);
      scene.play([
        shell(list),
        shell(`gh issue comment ${question} --body '/answer Green, as the board has no other.'`),
        say("Answered."),
      ]);
      const { stdout, stderr } = await scene.headless({ input: "Read the list and answer.\n" });
      const [listed] = scene.results();
      assert.match(
        listed ?? "",
        new RegExp(`acme/demo#${question}\\b`),
        wordsOf("questions", listed ?? stdout + stderr),
      );
      await until(
        `The closing of #${question}`,
        30_000,
        async () => (await reader.repository.issue(question)).state === "CLOSED",
      );
    } finally {
      await reader.close();
    }
  },
};

/** For an agent that answers on a schedule. */
function documentedSettings({ root }: Lab): string {
  const text = readFileSync(join(root, "docs/answerers.md"), "utf8");
  const documented = /^```yaml\n(trust:\n[\s\S]*?)^```$/m.exec(text)?.[1];
  assert.ok(documented !== undefined, "docs/answerers.md has no settings for an agent that answers");
  return documented;
}

/** As the server's prompt has them: a mark, the number, and the text. */
function answerFromPassages({ prompt, last }: Conversation): Step {
  const passages = [...`${prompt}\n${last}`.matchAll(/<<<(\S+) passage (\d+), [^\n]*\n([\s\S]*?)\n\1>>>/g)];
  const found = passages.find(([, , , text = ""]) => text.includes("notification bit"));
  const quotes = found === undefined ? [] : [{ passage: Number(found[2]), text: statement }];
  const reply = {
    answers: quotes.length > 0,
    decision: quotes.length > 0 ? "Set the driver task's notification bit." : "",
    rationale: "It is written so.",
    alternatives: "",
    quotes,
  };
  return say(JSON.stringify(reply));
}

/** Another lab, with a page to answer from, and the program as the server's answerer. */
async function openReaderLab(lab: Lab, script: string, answerer: "claude" | undefined): Promise<Lab> {
  const folder = join(lab.folder, lab.unique("reader"));
  return Lab.open({
    root: lab.root,
    folder,
    programs: lab.programs,
    files: { "context/architecture.md": page },
    variables: (model) =>
      answerer === undefined
        ? {}
        : {
            SIGNALBOX_ANSWERER_COMMAND: answererCommand(lab, folder, model.address(script)),
            SIGNALBOX_ANSWERER_KEY: "ANTHROPIC_API_KEY=sk-ant-dummy",
            SIGNALBOX_ANSWERER_TIMEOUT: "60s",
          },
  });
}

/**
 * The documented command line. Its program is a script of the same name: of the server's environment a program gets
 * only its key, and not the model's address.
 */
function answererCommand({ root, programs }: Lab, folder: string, model: string): string {
  const text = readFileSync(join(root, "docs/answerers.md"), "utf8");
  const documented = /^export SIGNALBOX_ANSWERER_COMMAND='(\[.*\])'$/m.exec(text)?.[1];
  assert.ok(documented !== undefined, "docs/answerers.md has no SIGNALBOX_ANSWERER_COMMAND");
  const path = join(folder, "answerer/claude");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `#!/bin/sh\nexport ANTHROPIC_BASE_URL=${model} CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1\nexec ${programs.get("claude")} "$@"\n`,
  );
  chmodSync(path, 0o755);
  const [, ...words]: readonly string[] = JSON.parse(documented);
  return JSON.stringify([path, ...words]);
}

async function ask({ people, repository }: Lab, title: string, context: string): Promise<number> {
  const task = await repository.openTask("Drivers", "Drivers work.");
  const body = `### Blocking task\n\n#${task}\n\n### Category\n\nimplementation\n\n### Urgency\n\nimportant\n\n### Context\n\n${context}`;
  const printed = await people.must(
    "maria",
    `gh issue create --title ${quoted(`Q: ${title}`)} --label kind:question --body ${quoted(body)}`,
  );
  return Number(/(\d+)\s*$/.exec(printed)?.[1]);
}

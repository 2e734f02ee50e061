/** The tools of `signalbox mcp`, over standard input and output and over HTTP. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { toolsOf } from "../../../src/mcp/tools.ts";
import { enterServer } from "../lab/enter-server.ts";
import type { Scene } from "../lab/scene.ts";
import { type Script, say, shell, useTool, write } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { acceptAndMerge, pullRequestIn, wordsOf } from "./shell-loop.ts";

const toolNames = toolsOf({ allowsDecisions: false }).map(({ name }) => name);
const maxToolBytes = 8_000;

export const mcpTools: Check = {
  story: "mcp",
  ability: "claims, asks, reads and gives back by tools, as docs/mcp.md sets it up, in its own sandbox",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const use = toolOf(scene);
    const task = await scene.openTask();
    scene.play([
      use("claim", { action: "take", issue: `${task}` }),
      use("ask", question(task)),
      use("brief", { issue: `${task}` }),
      use("claim", { action: "release", issue: `${task}` }),
      say("Done by MCP."),
    ]);
    const checkout = await scene.lab.repository.clone();
    const env = await enterServer(scene, checkout, "stdio");
    const { stderr } = await scene.headless({ checkout, env, command: scene.program.withTools });
    const [taken, asked, brief] = scene.results();
    assertTools(scene, stderr);
    assert.match(taken ?? "", /It is yours/, wordsOf("claim", taken ?? stderr));
    assert.match(asked ?? "", /Opened acme\/demo#/, wordsOf("ask", asked));
    assert.match(brief ?? "", /A file says hello/, wordsOf("brief", brief));
  },
};

export const firstRequest: Check = {
  story: "mcp",
  ability: "has the tools in its first request",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    scene.play([say("Nothing to do.")]);
    const checkout = await scene.lab.repository.clone();
    const env = await enterServer(scene, checkout, "stdio");
    await scene.headless({ checkout, env, command: scene.program.withTools });
    const named = namedTools(scene, 0);
    assert.equal(
      named.length,
      toolNames.length,
      `its first request names ${named.join(", ") || "none of our tools"}`,
    );
  },
};

export const mcpLoop: Check = {
  story: "mcp",
  ability: "takes a task from claim to merge by tools, and git and gh for the branch alone",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { repository } = scene.lab;
    const task = await scene.openTask();
    const checkout = await repository.clone();
    scene.play(wholeTask(scene, task, checkout));
    const env = await enterServer(scene, checkout, "stdio");
    const answering = repository.answerQuestion(task, "hello, all lower case.");
    answering.catch(() => {});
    const { stdout, stderr } = await scene.headless({ checkout, env });
    const results = scene.results();
    assert.match(results[1] ?? "", /Opened acme\/demo#/, wordsOf("ask", results[1] ?? stdout + stderr));
    await answering;
    assert.match(results[3] ?? "", /hello, all lower case/, wordsOf("brief", results[3]));
    const pull = pullRequestIn(results.slice(4, 10));
    const handover = /Opened acme\/demo#(\d+)/.exec(results[10] ?? "")?.[1];
    assert.ok(handover !== undefined, wordsOf("hand_over", results[10]));
    await acceptAndMerge(scene, { task, pull, handover, checkout });
  },
};

export const httpTools: Check = {
  story: "http",
  ability: "claims, waits and gives back by tools over HTTP, with its agent's token",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const use = toolOf(scene);
    const task = await scene.openTask();
    scene.play([
      use("ready", {}),
      use("claim", { action: "take", issue: `${task}` }),
      use("brief", { issue: `${task}` }),
      use("claim", { action: "release", issue: `${task}` }),
      say("Done by HTTP."),
    ]);
    const checkout = await scene.lab.repository.clone();
    const env = await enterServer(scene, checkout, "http");
    const { stderr } = await scene.headless({ checkout, env, command: scene.program.withTools });
    const [ready, taken, brief, released] = scene.results();
    assertTools(scene, stderr);
    assert.match(ready ?? "", /To take one/, wordsOf("ready", ready ?? stderr));
    assert.match(taken ?? "", /It is yours/, wordsOf("claim", taken));
    assert.match(brief ?? "", /A file says hello/, wordsOf("brief", brief));
    assert.match(released ?? "", /is free|released|given back/i, wordsOf("release", released));
  },
};

function toolOf({ program }: Scene) {
  return (name: string, input: unknown) => useTool(program.toolName(name), input);
}

function question(task: number) {
  return {
    task: `${task}`,
    question: "Which greeting?",
    context: "hello or hi; the goal does not say.",
    category: "implementation",
    urgency: "blocking",
  };
}

function wholeTask(scene: Scene, task: number, checkout: string): Script {
  const use = toolOf(scene);
  const file = `hello-${task}.txt`;
  return [
    use("claim", { action: "take", issue: `${task}` }),
    use("ask", question(task)),
    use("wait", { issue: `${task}` }),
    use("brief", { issue: `${task}` }),
    write(join(checkout, file), "hello\n"),
    shell(`git checkout -q -b agent/ada/${task}`),
    shell(`git add ${file}`),
    shell("git commit -q -m 'Add a greeting'"),
    shell("git push -q -u origin HEAD"),
    shell(`gh pr create --title 'Add a greeting' --body 'Closes #${task}'`),
    use("hand_over", {
      task: `${task}`,
      status: "complete",
      changes: [`${file}: the greeting`],
      verified: [`cat ${file}: prints hello`],
      context: "The greeting is hello, as bob decided.",
      next_steps: "Nothing is left for this task.",
    }),
    say("I handed over."),
  ];
}

/** Of our tools, those that a request offers or names: Claude Code defers the tools of MCP, and shows their names alone. */
function namedTools(scene: Scene, at: number): readonly string[] {
  const request = scene.requests().at(at);
  if (request === undefined) return [];
  const { tools, system, prompt } = request;
  const text = `${system}\n${prompt}`;
  return toolNames
    .map((name) => scene.program.toolName(name))
    .filter((name) => tools.some((tool) => tool.name === name) || text.includes(name));
}

function assertTools(scene: Scene, stderr: string): void {
  const bytes = (scene.requests().at(-1)?.tools ?? [])
    .filter(({ name }) => name.includes("signalbox"))
    .reduce((sum, tool) => sum + tool.bytes, 0);
  const named = namedTools(scene, -1);
  assert.equal(
    named.length,
    toolNames.length,
    `the model knows of ${named.join(", ") || "none of our tools"}. ${stderr.trim().slice(-300)}`,
  );
  assert.ok(bytes < maxToolBytes, `${bytes} bytes of tools`);
}

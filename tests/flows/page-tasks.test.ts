/** Tests tasks to refresh pages after large handovers: for which pages, once, and not where nobody wants them. */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const page = (about: string): string => `---\nabout: [${about}]\n---\n# A page\n`;
const big = "handovers: {big: {files: 1, lines: 50, asks: []}}\n";

async function begin(settings = ""): Promise<void> {
  const [repository, ...others] = demoSeed.repositories;
  if (repository === undefined) throw new Error("There is no repository.");
  const files = {
    ...repository.files,
    "docs/api.md": page("src/api/**"),
    "docs/store.md": page("src/store/**"),
    "docs/plain.md": "# Plain\n",
    ".github/signalbox.yml": `${big}${settings}`,
  };
  bus = await startBus({ seed: { ...demoSeed, repositories: [{ ...repository, files }, ...others] } });
}

const alice = () => bus.as("alice");

/** Proposes the files on a branch, hands them over, and has the check pass. Resolves to the handover. */
async function handOver(branch: string, paths: readonly string[]): Promise<number> {
  const { octokit, repository } = alice();
  const { data: main } = await octokit.rest.git.getRef({ ...repository, ref: "heads/main" });
  await octokit.rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha: main.object.sha });
  let head = "";
  for (const path of paths) {
    const found = await octokit.rest.repos
      .getContent({ ...repository, path, ref: branch })
      .catch(() => undefined);
    const { data } = await octokit.rest.repos.createOrUpdateFileContents({
      ...repository,
      path,
      branch,
      message: "Work",
      content: Buffer.from(`${branch}\n`).toString("base64"),
      ...(found !== undefined && "sha" in found.data ? { sha: found.data.sha } : {}),
    });
    head = data.commit.sha ?? "";
  }
  const task = await alice().open("Work", form({ Goal: "It works." }), ["kind:task"]);
  await octokit.rest.pulls.create({
    ...repository,
    title: "Work",
    head: branch,
    base: "main",
    body: `Fixes #${task}`,
  });
  const handover = await alice().open(
    "Handover: work",
    form({
      Completes: `#${task}`,
      Status: "complete",
      Verified: "- npm test: passed",
      Changes: paths.map((path) => `- ${path}: written`).join("\n"),
      Context: "It was simpler than it looked.",
      "Next steps": "None.",
    }),
    ["kind:handover"],
  );
  await bus.settled();
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: head, status: "completed", conclusion: "success" };
  await bot("POST", "/repos/acme/demo/check-runs", run);
  await bus.settled();
  expect(await alice().see(handover)).toMatchObject({ state: "closed", reason: "completed" });
  return handover;
}

/** Our tasks, the oldest first. */
async function refreshes() {
  const { octokit, repository } = alice();
  const { data } = await octokit.rest.issues.listForRepo({
    ...repository,
    labels: "kind:task",
    state: "all",
    direction: "asc",
  });
  return data.filter(({ user }) => user?.type === "Bot");
}

const api = ["src/api/a.ts", "src/api/b.ts"];

test("AG82 S2.7 S2.26 S2.96 S3.57 a large handover that touches what a page is about opens one task to refresh it", async () => {
  await begin();
  const handover = await handOver("one", [...api, "src/store/a.ts", "docs/store.md"]);
  const [task, ...others] = await refreshes();
  expect(others).toEqual([]);
  expect(task).toMatchObject({ title: expect.stringContaining("Refresh docs/api.md"), state: "open" });
  expect(task?.body).toContain(
    `#${handover} changed files that this page is about:\n\n- \`docs/api.md\`: \`src/api/a.ts\`, \`src/api/b.ts\`\n`,
  );
  expect(task?.body).toContain("set `verified` in its front matter");
  expect(task?.body).not.toContain("docs/store.md");
  expect((await alice().see(task?.number ?? 0)).labels).toContain("status:ready");
});

test("AG82 S2.97 a small handover, and one that touches no page's files, open none", async () => {
  await begin();
  await handOver("small", ["src/api/a.ts"]);
  await handOver("else", ["src/web/a.ts", "src/web/b.ts"]);
  expect(await refreshes()).toEqual([]);
});

test("AG82 S2.97 while a task about a page is open, none is opened again; afterwards only a new handover opens one", async () => {
  await begin();
  await handOver("first", api);
  await handOver("second", ["src/api/c.ts", "src/api/d.ts"]);
  const [task, ...others] = await refreshes();
  expect(others).toEqual([]);
  await bus.as("maria").close(task?.number ?? 0);
  await bus.settled();
  await bus.sweep();
  expect(await refreshes()).toHaveLength(1);
  await handOver("third", ["src/api/e.ts", "src/api/f.ts"]);
  expect(await refreshes()).toHaveLength(2);
});

test("AG82 it is opened once, across restarts and a rebuild", async () => {
  await begin();
  await handOver("one", api);
  await bus.stopServer();
  await bus.startServer();
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  expect(Object(await answer.json()).differences).toEqual([]);
  await bus.stopServer();
  await settingsStory(bus).loseIndex();
  await bus.startServer();
  await bus.sweep();
  expect(await refreshes()).toHaveLength(1);
});

test("AG82 the settings can switch it off, and switching it on again brings nothing of the past", async () => {
  await begin("context: {open_tasks: false}\n");
  await handOver("one", api);
  expect(await refreshes()).toEqual([]);
  await settingsStory(bus).put(bus.as("maria"), big);
  await bus.sweep();
  expect(await refreshes()).toEqual([]);
});

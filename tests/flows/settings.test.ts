/** Tests a repository's own settings, from a commit on its default branch to what people see. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const at = { owner: "acme", repo: "demo", path: ".github/signalbox.yml" };

async function commit({ octokit }: Actor, text: string, branch?: string): Promise<void> {
  const { repos } = octokit.rest;
  const found = await repos.getContent(at).catch(() => undefined);
  const sha = found !== undefined && "sha" in found.data ? found.data.sha : undefined;
  const content = Buffer.from(text).toString("base64");
  const where = branch === undefined ? {} : { branch };
  await repos.createOrUpdateFileContents({
    ...at,
    ...where,
    message: "Change the settings",
    content,
    ...(sha === undefined ? {} : { sha }),
  });
  await bus.settled();
}

const question = (task: number): string =>
  `### Blocking task\n\n#${task}\n\n### Category\n\ntooling\n\n### Urgency\n\nblocking\n\n### Context\n\nWhich one?\n`;

test("I04 a policy on the default branch is applied, one on another branch is not, and an invalid one changes nothing", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await alice.open("Build", "### Goal\n\nBuild it.\n", ["kind:task"]);
  const asked = await alice.open("Q: Which one?", question(task), ["kind:question"]);
  await commit(maria, "policy:\n  - {name: chiefs, who: [admin]}\n");
  await bob.comment(asked, "/answer The first.");
  await bus.settled();
  const replies = (await bob.comments(asked)).map(({ body }) => body);
  expect(replies.some((body) => body.includes("No row of the policy lets this person decide"))).toBe(true);

  const head = await maria.octokit.rest.git.getRef({ owner: "acme", repo: "demo", ref: "heads/main" });
  await maria.octokit.rest.git.createRef({
    owner: "acme",
    repo: "demo",
    ref: "refs/heads/pr",
    sha: head.data.object.sha,
  });
  await commit(maria, "{}", "pr");
  await commit(maria, "_extends: acme/other\n");
  await bob.comment(asked, "/answer The first, please.");
  await bus.settled();
  expect((await bob.see(asked)).state).toBe("open");
  const { data: shown } = await maria.octokit.rest.checks.listForRef({
    owner: "acme",
    repo: "demo",
    ref: "main",
  });
  expect(shown.check_runs).toMatchObject([
    {
      name: "signalbox/settings",
      conclusion: "failure",
      output: { summary: expect.stringContaining("_extends") },
    },
  ]);

  await maria.comment(asked, "/answer The second.");
  await bus.settled();
  expect(await bob.see(asked)).toMatchObject({ state: "closed" });
  const status = (await bob.comments(asked)).find(({ body }) => body.startsWith("**Answered**"));
  expect(status?.body).toContain("> The second.");
  expect(status?.body).toContain("*Policy: chiefs.*");
});

test("a repository's own label names are created, read and written", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const alice = bus.as("alice");
  await commit(maria, 'labels: {"kind:task": work, "status:ready": go, "status:blocked": stop}\n');
  const { data } = await maria.octokit.rest.issues.listLabelsForRepo({
    owner: "acme",
    repo: "demo",
    per_page: 100,
  });
  expect(data.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["work", "go", "stop", "status:in-review"]),
  );
  const task = await alice.open("Build", "No sections yet.", ["work"]);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["needs-fix", "stop", "work"]);
});

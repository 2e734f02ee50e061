/** Tests "Where is X?" on the running bus: the tree and the definitions of pushed files. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const source = "// Leases end by themselves.\n\nexport class LeaseKeeper {\n  stop() {}\n}\n";

/** Pushes files in one commit, with a link among them. Resolves to the commit. */
async function push(
  { octokit, repository }: Actor,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const { git } = octokit.rest;
  const { data: main } = await git.getRef({ ...repository, ref: "heads/main" });
  const { data: tree } = await git.createTree({
    ...repository,
    base_tree: main.object.sha,
    tree: [
      ...Object.entries(files).map(([path, content]) => ({ path, content, mode: "100644" as const })),
      { path: "src/linked.ts", content: "../lib/lease.ts", mode: "120000" as const },
    ],
  });
  const message = "Write code";
  const made = await git.createCommit({ ...repository, message, tree: tree.sha, parents: [main.object.sha] });
  await git.updateRef({ ...repository, ref: "heads/main", sha: made.data.sha });
  await bus.settled();
  return made.data.sha;
}

async function ask(who: Actor, title: string): Promise<number> {
  const task = await who.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const number = await who.open(
    `Q: ${title}`,
    form({
      "Blocking task": `#${task}`,
      Category: "implementation",
      Urgency: "blocking",
      Context: "The exporter needs to know.",
    }),
    ["kind:question"],
  );
  await bus.settled();
  return number;
}

async function answerTo(who: Actor, question: number): Promise<string> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: "kind:answer",
    state: "all",
  });
  return data.find(({ body }) => body?.includes(`#${question}`))?.body ?? "";
}

test("N24 the place of a name that occurs in the tree once is answered, with a link to its line at the commit", async () => {
  bus = await startBus({ seed: seedWithStore("store", "coordinator: {mode: auto}\n") });
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const commit = await push(maria, {
    "lib/lease.ts": source,
    "lib/other.ts": "export class Other {}\nexport class Twice {}\n",
    "lib/twice.ts": "export class Twice {}\n",
    "docs/lease/notes.md": "\n# Notes\n",
    "node_modules/x/lease.ts": source,
  });
  const question = await ask(alice, "Where is the class `LeaseKeeper` defined?");
  expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  const body = await answerTo(alice, question);
  expect(body).toContain("`LeaseKeeper` is defined in `lib/lease.ts`, line 3.");
  expect(body).toContain(`/acme/demo/blob/${commit}/lib/lease.ts#L3)`);
  expect(body).toContain("export class LeaseKeeper {");

  const page = await ask(alice, "Where is the file `notes.md`?");
  expect(await alice.see(page)).toMatchObject({ state: "closed" });
  expect(await answerTo(alice, page)).toContain(`/blob/${commit}/docs/lease/notes.md?plain=1#L2)`);

  for (const title of [
    "Where is the class `Twice`?",
    "Where is the file `linked.ts`?",
    "Where is `Nowhere`?",
  ]) {
    const other = await ask(alice, title);
    expect(await alice.see(other), title).toMatchObject({ state: "open" });
    expect(await answerTo(alice, other), title).toBe("");
  }
});

test("N24 the place of a name that the asker pushed is only suggested", async () => {
  bus = await startBus({ seed: seedWithStore("store", "coordinator: {mode: auto}\n") });
  const alice = bus.as("alice");
  await push(alice, { "lib/lease.ts": source });
  const question = await ask(alice, "Where is `LeaseKeeper`?");
  expect(await alice.see(question)).toMatchObject({ state: "open" });
  expect(await answerTo(alice, question)).toContain("A suggested answer");
});

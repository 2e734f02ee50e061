/** Tests answers from pages whose files have changed since: they wait for a person, with a warning, in every mode. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const path = "docs/adr/0004-write-dates-in-utc.md";
const code = "src/dates/write.ts";

/** The store, with that page saying what it is about. Resolves to the page without its front matter. */
async function begin(): Promise<string> {
  const seed = seedWithStore("store", "coordinator: {mode: auto}\n");
  const [repository] = seed.repositories;
  const { [path]: page = "", ...files } = repository?.files ?? {};
  if (repository === undefined || page === "") throw new Error("There is no such page.");
  const all = { ...files, [code]: "export const zone = 'UTC';\n" };
  bus = await startBus({ seed: { ...seed, repositories: [{ ...repository, files: all }] } });
  return page;
}

/** Resolves to the commit. */
async function put({ octokit, repository }: Actor, where: string, text: string): Promise<string> {
  const { repos } = octokit.rest;
  const found = await repos.getContent({ ...repository, path: where }).catch(() => undefined);
  const sha = found !== undefined && "sha" in found.data ? { sha: found.data.sha } : {};
  const content = Buffer.from(text).toString("base64");
  const request = { ...repository, path: where, message: "Write", content, ...sha };
  const { data } = await repos.createOrUpdateFileContents(request);
  await bus.settled();
  return data.commit.sha ?? "";
}

/** Asks what that page answers. Resolves to the question's state and to our answer. */
async function ask(who: Actor): Promise<{ state: string; body: string; labels: readonly string[] }> {
  const task = await who.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const sections = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: "The exporter needs to know.",
  };
  const title = "Q: Which time zone do timestamps in the ledger have?";
  const number = await who.open(title, form(sections), ["kind:question"]);
  await bus.settled();
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: "kind:answer",
    state: "all",
  });
  const ours = data.find(({ body }) => body?.includes(`#${number}`));
  const { labels } = await who.see(ours?.number ?? 0);
  return { state: (await who.see(number)).state, body: ours?.body ?? "", labels };
}

const front = (verified: string): string => `---\nabout: [src/dates/**]\nverified: ${verified}\n---\n`;

test("AG82 a page that is up to date answers", async () => {
  const page = await begin();
  const verified = await put(bus.as("alice"), "README.md", "# Demo\n");
  await put(bus.as("alice"), path, front(verified) + page);
  await put(bus.as("alice"), "src/other.ts", "export {};\n");
  expect(await ask(bus.as("bob"))).toMatchObject({ state: "closed" });
});

test("AG82 a stale page only suggests, with the warning", async () => {
  const page = await begin();
  const verified = await put(bus.as("alice"), "README.md", "# Demo\n");
  await put(bus.as("alice"), path, front(verified) + page);
  await put(bus.as("alice"), code, "export const zone = 'Europe/Berlin';\n");
  const asked = await ask(bus.as("bob"));
  expect(asked).toMatchObject({ state: "open", labels: expect.arrayContaining(["suggested"]) });
  expect(asked.body).toContain(
    `\`${path}\` was verified at \`${verified.slice(0, 12)}\`; since then \`${code}\` changed.`,
  );
});

test("AG82 a commit that GitHub does not show is named, and broken front matter stops nothing", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  await put(alice, path, front("0123456789abcdef0123456789abcdef01234567") + page);
  const asked = await ask(bob);
  expect(asked).toMatchObject({ state: "open" });
  expect(asked.body).toContain("was verified at `0123456789ab`, which GitHub does not show.");

  await bus.stop();
  await begin();
  await put(bus.as("alice"), path, `${front("yesterday")}${page}`);
  expect(await ask(bus.as("bob"))).toMatchObject({ state: "closed" });
});

test("AG82 a repeated question is answered from its page anew, which is compared again each time", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const verified = await put(alice, "README.md", "# Demo\n");
  await put(alice, path, front(verified) + page);
  expect(await ask(bob)).toMatchObject({ state: "closed" });
  const again = await ask(bob);
  expect(again).toMatchObject({ state: "closed" });
  expect(again.body).toContain(path);

  const changed = await put(alice, code, "export const zone = 'Europe/Berlin';\n");
  const stale = await ask(bob);
  expect(stale).toMatchObject({ state: "open", labels: expect.arrayContaining(["suggested"]) });
  expect(stale.body).toContain(
    `\`${path}\` was verified at \`${verified.slice(0, 12)}\`; since then \`${code}\` changed.`,
  );

  await put(alice, path, front(changed) + page);
  expect(await ask(bob)).toMatchObject({ state: "closed" });
});

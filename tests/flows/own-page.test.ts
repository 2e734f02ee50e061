/** Tests answers from a page that only the asker or an agent wrote: they wait for a person, in every mode. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const path = "docs/adr/0004-write-dates-in-utc.md";
const auto = "coordinator: {mode: auto}\n";

/** All of the store's pages but one. Resolves to that one's text. */
async function begin(): Promise<string> {
  const seed = seedWithStore("store", auto);
  const [repository] = seed.repositories;
  const { [path]: page = "", ...files } = repository?.files ?? {};
  if (repository === undefined || page === "") throw new Error("There is no such page.");
  bus = await startBus({ seed: { ...seed, repositories: [{ ...repository, files }] } });
  return page;
}

async function put(
  { octokit, repository }: Actor,
  text: string,
  where = path,
  branch = "main",
): Promise<void> {
  const { repos } = octokit.rest;
  const found = await repos.getContent({ ...repository, path: where, ref: branch }).catch(() => undefined);
  const sha = found !== undefined && "sha" in found.data ? { sha: found.data.sha } : {};
  const content = Buffer.from(text).toString("base64");
  await repos.createOrUpdateFileContents({
    ...repository,
    path: where,
    branch,
    message: "Write",
    content,
    ...sha,
  });
  await bus.settled();
}

/** Asks what only that page answers. Resolves to the question's number when everything is processed. */
async function ask(who: Actor): Promise<number> {
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
  return number;
}

/** The state of a question, and our answer to it. */
async function outcome(
  who: Actor,
  question: number,
): Promise<{ state: string; answer: string; body: string }> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: "kind:answer",
    state: "all",
  });
  const ours = data.find(({ body }) => body?.includes(`#${question}`));
  return { state: (await who.see(question)).state, answer: ours?.state ?? "none", body: ours?.body ?? "" };
}

/** Lists bob as an agent. */
async function listBob(): Promise<void> {
  const { octokit } = bus.as("maria");
  const { data } = await octokit.rest.users.getByUsername({ username: "bob" });
  await put(bus.as("maria"), `${auto}trust: {agents: [${data.node_id}]}\n`, ".github/signalbox.yml");
}

/** Proposes the page from a branch of bob's. Resolves to the pull request's number. */
async function propose(page: string): Promise<number> {
  const { octokit, repository } = bus.as("bob");
  const { data: main } = await octokit.rest.git.getRef({ ...repository, ref: "heads/main" });
  await octokit.rest.git.createRef({ ...repository, ref: "refs/heads/page", sha: main.object.sha });
  await put(bus.as("bob"), page, path, "page");
  const pull = { ...repository, title: "Write it down", head: "page", base: "main" };
  return (await octokit.rest.pulls.create(pull)).data.number;
}

test("N07 a page that the asker pushed suggests an answer but does not answer the question, after a lost index, too", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  await put(alice, page);
  const question = await ask(alice);
  const found = await outcome(alice, question);
  expect(found).toMatchObject({ state: "open", answer: "open" });
  expect(found.body).toContain("who asks, added the text of");
  await bus.sweep();
  expect(await outcome(alice, question)).toMatchObject({ state: "open", answer: "open" });
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  expect(await outcome(alice, question)).toMatchObject({ state: "open", answer: "open" });
});

test("N07 another user's page suggests an answer while its newest change is the asker's, and answers once a person changes it again", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  await put(maria, page.replace("\n", "\n\nStatus: superseded by ADR 9\n"));
  await put(alice, page);
  const question = await ask(alice);
  const found = await outcome(alice, question);
  expect(found).toMatchObject({ state: "open", answer: "open" });
  expect(found.body).toContain(`\`alice\`, who asks, changed \`${path}\` last`);
  await maria.close(question, "not_planned");
  await put(maria, `${page}\nA last line, on nothing in particular.\n`);
  expect(await outcome(alice, await ask(alice))).toMatchObject({ state: "closed", answer: "closed" });
});

test("N07 a page last changed by a listed agent only suggests, unless a person approved the change", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  await listBob();
  await put(maria, page.replace("\n", "\n\nStatus: superseded by ADR 9\n"));
  await put(bob, page);
  const question = await ask(alice);
  const found = await outcome(alice, question);
  expect(found).toMatchObject({ state: "open", answer: "open" });
  expect(found.body).toContain(`The agent \`bob\` changed \`${path}\` last, and no person reviewed it.`);
  await maria.close(question, "not_planned");

  const number = await propose(`${page}\nA last line, on nothing in particular.\n`);
  await maria.octokit.rest.pulls.createReview({ ...maria.repository, pull_number: number, event: "APPROVE" });
  await bob.octokit.rest.pulls.merge({ ...bob.repository, pull_number: number });
  await bus.settled();
  expect(await outcome(alice, await ask(alice))).toMatchObject({ state: "closed", answer: "closed" });
});

test("N07 a page that an agent pushed suggests an answer, and one that a person merged for the agent answers", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  await listBob();
  const number = await propose(page);
  await bob.octokit.rest.pulls.merge({ ...bob.repository, pull_number: number });
  await bus.settled();
  const question = await ask(alice);
  const found = await outcome(alice, question);
  expect(found).toMatchObject({ state: "open", answer: "open" });
  expect(found.body).toContain("no person reviewed it");
  await maria.close(question, "not_planned");

  await maria.octokit.rest.repos.deleteFile({
    ...maria.repository,
    path,
    message: "Drop it",
    sha: await blob(maria),
  });
  await bob.octokit.rest.git.deleteRef({ ...bob.repository, ref: "heads/page" });
  const again = await propose(page);
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: again });
  await bus.settled();
  const other = await ask(alice);
  expect(await outcome(alice, other)).toMatchObject({ state: "closed" });
});

test("N07 a page that an agent merged answers if a person approved its pull request", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  await listBob();
  const number = await propose(page);
  await maria.octokit.rest.pulls.createReview({ ...maria.repository, pull_number: number, event: "APPROVE" });
  await bob.octokit.rest.pulls.merge({ ...bob.repository, pull_number: number });
  await bus.settled();
  expect(await outcome(alice, await ask(alice))).toMatchObject({ state: "closed", answer: "closed" });
});

test("N07 an approval of an earlier commit of the pull request does not count as a review of the page", async () => {
  const page = await begin();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  await listBob();
  const number = await propose("# Nothing yet\n");
  await maria.octokit.rest.pulls.createReview({ ...maria.repository, pull_number: number, event: "APPROVE" });
  await put(bob, page, path, "page");
  await bob.octokit.rest.pulls.merge({ ...bob.repository, pull_number: number });
  await bus.settled();
  expect(await outcome(alice, await ask(alice))).toMatchObject({ state: "open", answer: "open" });
});

async function blob({ octokit, repository }: Actor): Promise<string> {
  const { data } = await octokit.rest.repos.getContent({ ...repository, path });
  return "sha" in data ? data.sha : "";
}

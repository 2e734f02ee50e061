/** The version of an interface that is in force is a page of the repository, and questions are answered from no other. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { questionBody } from "../support/story.ts";
import { openContract } from "../support/votes-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const path = "context/contracts/orders-api.md";
const asked = "Q: Which time zone do the timestamps of an order have?";

const says = (zone: string) => ({
  Format: "text",
  Definition: `The timestamps of an order have the time zone ${zone}.`,
});

async function begin(): Promise<{ readonly alice: Actor; readonly maria: Actor }> {
  bus = await startBus({ startsServer: false });
  bus.hub.setPermissions({
    contents: "write",
    issues: "write",
    metadata: "read",
    checks: "write",
    pull_requests: "write",
  });
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Answer",
    content: Buffer.from("coordinator: {mode: auto}\n").toString("base64"),
  });
  await bus.startServer();
  return { alice, maria };
}

async function pageAt({ octokit, repository }: Actor): Promise<string | undefined> {
  const found = await octokit.rest.repos.getContent({ ...repository, path }).catch(() => undefined);
  return found !== undefined && "content" in found.data
    ? Buffer.from(found.data.content, "base64").toString()
    : undefined;
}

/** Opens a contract of maria's and agrees to it as alice, who holds both tasks. */
async function agree(tasks: readonly number[], changes: Readonly<Record<string, string>>): Promise<number> {
  const [api, shop] = tasks;
  const contract = await openContract(bus.as("maria"), {
    Provider: `#${api}`,
    Consumers: `#${shop}`,
    ...changes,
  });
  await bus.settled();
  await bus.as("alice").comment(contract, "/ack");
  await bus.settled();
  expect(await bus.as("alice").see(contract)).toMatchObject({ state: "closed", reason: "completed" });
  return contract;
}

/** Our answers to a question, oldest first. */
async function answersTo(question: number): Promise<readonly string[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({
    ...repository,
    labels: "kind:answer",
    state: "all",
  });
  return data.flatMap(({ body }) => (body?.includes(`#${question}\n`) ? [body] : [])).toReversed();
}

async function ask(alice: Actor): Promise<number> {
  const task = await alice.open("Ship it", "### Goal\n\nIt ships.", ["kind:task"]);
  const question = await alice.open(
    asked,
    questionBody(`#${task}`).replace("architecture", "implementation"),
  );
  await bus.settled();
  return question;
}

test("AG63 a question is answered from the page of the version in force, and from none once a later one is agreed to and not yet written", async () => {
  const { alice, maria } = await begin();
  const tasks = [
    await alice.open("Orders API", "### Goal\n\nIt is done.", ["kind:task"]),
    await alice.open("Shop", "### Goal\n\nIt is done.", ["kind:task"]),
  ];
  const first = await agree(tasks, { Version: "1.2.0", ...says("UTC") });
  await bus.sweep();
  expect(await pageAt(maria)).toContain(`version: 1.2.0\ncontract: "#${first}"`);
  const early = await ask(alice);
  expect((await answersTo(early)).join()).toMatch(/time zone UTC[\s\S]*context\/contracts\/orders-api\.md/);
  expect(await alice.see(early)).toMatchObject({ state: "closed", reason: "completed" });

  const second = await agree(tasks, { Version: "1.3.0", Replaces: `#${first}`, ...says("Paris") });
  expect(await pageAt(maria)).toContain("version: 1.2.0");
  const between = await ask(alice);
  expect(await alice.see(between)).toMatchObject({ state: "open" });
  expect((await answersTo(between)).join()).not.toContain("UTC");

  await bus.sweep();
  const page = await pageAt(maria);
  expect(page).toContain(`version: 1.3.0\ncontract: "#${second}"`);
  expect(page).not.toContain("1.2.0");
  await bus.settled();
  expect((await answersTo(between)).join()).toMatch(
    /time zone Paris[\s\S]*context\/contracts\/orders-api\.md/,
  );
  expect(await alice.see(between)).toMatchObject({ state: "closed", reason: "completed" });
});

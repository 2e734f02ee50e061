/** Tests work that waits across repositories: public, private, and one that signalbox may not read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openDiscovery, openTask, questionText } from "../support/freeing.ts";

const roles = { maria: "admin", alice: "write", bob: "write" } as const;
const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/vault", private: true, roles },
    { fullName: "acme/sealed", private: true, roles },
  ],
  app: { ...demoSeed.app, repositories: ["acme/demo", "acme/vault"] },
};

let bus: TestBus;
let alice: Actor;
let bob: Actor;
beforeAll(async () => {
  bus = await startBus({ seed });
  [alice, bob] = [bus.as("alice"), bus.as("bob")];
});
afterAll(() => bus.stop());

const inVault = (login: string): Actor => bus.as(login, "acme/vault");
const labelsOf = async (actor: Actor, issue: number): Promise<readonly string[]> =>
  (await actor.see(issue)).labels;

/** Everything that the App wrote on an issue. */
async function said(actor: Actor, issue: number): Promise<string> {
  const own = (await actor.comments(issue)).filter(({ author }) => author === botLogin);
  return own.map(({ body }) => body.replace(/<!--[\s\S]*?-->/g, "")).join("\n");
}

async function blockAcross(task: number, blocker: { readonly actor: Actor; readonly number: number }) {
  const { owner, repo } = blocker.actor.repository;
  const { data } = await blocker.actor.octokit.rest.issues.get({ owner, repo, issue_number: blocker.number });
  await alice.octokit.rest.issues.addBlockedByDependency({
    ...alice.repository,
    issue_number: task,
    issue_id: data.id,
  });
}

describe("a public task", () => {
  test("E08 a public task blocked by a private question is unblocked by its answer, and shows nothing of it", async () => {
    const task = await openTask(alice);
    const text = questionText(`acme/demo#${task}`, "Is the merger with Globex safe?");
    const question = await inVault("alice").open("Q: The merger with Globex?", text, ["kind:question"]);
    await bus.settled();
    expect(await labelsOf(alice, task)).toContain("status:blocked");
    expect(await said(alice, task)).toContain("an issue in a private repository");

    await inVault("bob").comment(question, "/answer Globex is bought in May.");
    await bus.settled();
    expect(await labelsOf(inVault("alice"), question)).toContain("answered");
    expect(await labelsOf(alice, task)).toContain("status:ready");
    const told = await said(alice, task);
    expect(told).toContain("@alice, this task is ready");
    expect(told).not.toMatch(/globex|vault/i);
  });

  test("E08 a public task that waits for an issue that signalbox may not read stays blocked, whatever happens to that issue", async () => {
    const task = await openTask(alice);
    const sealed = bus.as("bob", "acme/sealed");
    const number = await sealed.open("Secret", "Nothing to see.");
    await blockAcross(task, { actor: sealed, number });
    await bus.settled();
    await sealed.close(number);
    await bus.sweep();
    expect(await labelsOf(alice, task)).toContain("status:blocked");
    const told = await said(alice, task);
    expect(told).toContain("a person has to decide");
    expect(told).not.toMatch(/secret|sealed/i);
  });
});

describe("a private task", () => {
  test("E08 a private task shows the public issue that it waits for, and its decision", async () => {
    const task = await openTask(inVault("alice"));
    const question = await alice.open("Q: Tokens?", questionText(`acme/vault#${task}`), ["kind:question"]);
    await openDiscovery(inVault("alice"), task);
    await bus.settled();
    expect(await said(inVault("alice"), task)).toContain(`acme/demo#${question} Tokens?`);
    expect(await said(alice, question)).not.toContain("vault");
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(inVault("alice"), task)).toContain("status:ready");
    expect(await said(inVault("alice"), task)).toContain("> Opaque tokens.");
  });

  test("D15 a private task whose repository becomes public no longer shows another private one", async () => {
    const maria = bus.as("maria");
    const change = (isPrivate: boolean) =>
      maria.octokit.rest.repos.update({ owner: "acme", repo: "demo", private: isPrivate });
    await change(true);
    const task = await openTask(alice);
    const blocker = await openTask(inVault("bob"), { title: "Sign the merger" });
    await blockAcross(task, { actor: inVault("bob"), number: blocker });
    await openDiscovery(alice, task);
    await bus.settled();
    expect(await said(alice, task)).toContain(`acme/vault#${blocker} Sign the merger: open`);
    await alice.close(task);
    await bus.settled();
    await change(false);
    await bus.settled();
    expect(await said(alice, task)).not.toMatch(/merger|vault/i);
  });
});

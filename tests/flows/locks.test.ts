/** Agents lock files by their tasks and by comments: the first has them, the next waits and gets them unasked. */
import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { botLogin } from "../support/freeing.ts";
import { readLedger } from "../support/ledger.ts";
import { loseIndexAndDeliveries } from "../support/store-of-flows.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };

let bus: TestBus;
afterEach(() => bus.stop());

const openTask = (actor: Actor, title: string, files: readonly string[]): Promise<number> =>
  actor.open(title, `### Goal\n\n${title}.\n\n### Files\n\n${files.join("\n")}`, ["kind:task"], []);

async function reactionsTo(comment: number): Promise<readonly string[]> {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.reactions.listForIssueComment({
    ...alice.repository,
    comment_id: comment,
  });
  return data.filter(({ user }) => user?.login === botLogin).map(({ content }) => content);
}

async function statusOf(issue: number): Promise<string> {
  const comments = await bus.as("alice").comments(issue);
  return comments.find(({ author }) => author === botLogin)?.body ?? "";
}

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
}

async function beginAgain(): Promise<void> {
  await bus.stopServer();
  await loseIndexAndDeliveries(bus.home);
  bus.clock.advance(60_000);
  await bus.startServer();
}

function lockRows(): readonly string[] {
  return readLedger(bus.home)
    .filter(({ kind, what }) => kind === "lease" && /lock|wait/.test(what))
    .map(({ what, because }) => `${what}: ${because}`);
}

describe("the files of two tasks overlap", () => {
  test("K01 AG50 the first has them; the second holds its task, waits, says so, and gets them without asking again", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const first = await openTask(alice, "Store deliveries", ["src/api/**", "docs/api.md"]);
    const second = await openTask(alice, "Show deliveries", ["src/**"]);
    await bus.settled();
    await ada.comment(first, "/claim");
    await bus.settled();
    const claimed = await bea.comment(second, "/claim");
    await bus.settled();
    expect(await reactionsTo(claimed)).toEqual(["+1"]);
    expect(await bea.see(second)).toMatchObject({ labels: ["kind:task", "status:in-progress"] });
    expect(await statusOf(first)).toContain("Locked for it: `src/api/**`, `docs/api.md`.");
    expect(await statusOf(second)).toContain(
      `\`src/**\` is not locked for it yet: \`ada\` has it, or asked first, in #${first}.`,
    );
    await ada.comment(first, "/release");
    await bus.settled();
    expect(await statusOf(second)).toContain("Locked for it: `src/**`.");
    expect(await statusOf(second)).not.toContain("not locked for it yet");
    expect(lockRows()).toEqual([
      "ada locks src/api/**, docs/api.md: Nothing is in the way.",
      "bea waits for src/**: Others have them, or asked first.",
      "ada no longer locks src/api/**, docs/api.md: The lease ended.",
      "bea no longer waits for src/**: It was granted, or given up.",
      "bea locks src/**: Nothing is in the way.",
    ]);
  });

  test("AG54 a wait that would close a ring is refused, and `/explain` names the ring", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const first = await openTask(alice, "First", ["src"]);
    const second = await openTask(alice, "Second", ["docs"]);
    await bus.settled();
    await ada.comment(first, "/claim");
    await bea.comment(second, "/claim");
    await bus.settled();
    await ada.comment(first, "/lock docs/api.md");
    await bus.settled();
    const refused = await bea.comment(second, "/lock src/**");
    await bus.settled();
    expect(await reactionsTo(refused)).toEqual(["confused"]);
    const because = readLedger(bus.home).map((row) => row.because);
    expect(because).toContain(`Not done: it would wait in a ring: #${second} → #${first} → #${second}.`);
  });

  test("K01 AG27 a rebuild finds the same locks, in the same order", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const maria = bus.as("maria");
    const first = await openTask(maria, "First", ["src/api"]);
    const second = await openTask(maria, "Second", ["src"]);
    await bus.settled();
    await ada.assign(first, ["ada"]);
    await bus.settled();
    await bea.comment(second, "/claim");
    await maria.comment(second, "/lock shared infra/**");
    await bus.settled();
    const before = await statusOf(second);
    expect(before).toContain(`\`ada\` has it, or asked first, in #${first}`);
    expect(before).toContain("`infra/**` (shared)");
    expect(await rebuild()).toMatchObject({ differences: [] });
    await beginAgain();
    expect([await statusOf(first), await statusOf(second)]).toEqual(["", before]);
    await ada.comment(first, "/release");
    await bus.settled();
    expect(await statusOf(second)).toContain("`src`");
    expect(await statusOf(second)).not.toContain("not locked for it yet");
  });
});

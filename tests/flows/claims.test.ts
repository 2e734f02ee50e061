/** Agents take tasks by comments and by assignments: one holds a task, and GitHub shows who. */
import { afterEach, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { botLogin, questionText } from "../support/freeing.ts";
import { readLedger } from "../support/ledger.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };

let bus: TestBus;
afterEach(() => bus.stop());

/** A task that nobody is assigned to. */
const openFree = (actor: Actor, title = "Sign in"): Promise<number> =>
  actor.open(title, "### Goal\n\nPeople can sign in.", ["kind:task"], []);

async function assigneesOf(issue: number): Promise<readonly string[]> {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: issue });
  return (data.assignees ?? []).map(({ login }) => login).toSorted();
}

async function assignItself(actor: Actor, issue: number): Promise<void> {
  await actor.octokit.rest.issues.addAssignees({
    ...actor.repository,
    issue_number: issue,
    assignees: [actor.login],
  });
}

/** `+1` or `confused`, by our bot, on a comment. */
async function answerTo(comment: number): Promise<readonly string[]> {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.reactions.listForIssueComment({
    ...alice.repository,
    comment_id: comment,
  });
  return data.filter(({ user }) => user?.login === botLogin).map(({ content }) => content);
}

/** The comments of ours that mention somebody. */
async function told(issue: number): Promise<readonly string[]> {
  const comments = await bus.as("alice").comments(issue);
  return comments
    .filter(({ author, body }) => author === botLogin && body.startsWith("@"))
    .map(({ body }) => (body.split("\n", 1)[0] ?? "").replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "now"));
}

function leaseRows(): readonly string[] {
  return readLedger(bus.home)
    .filter(({ kind }) => kind === "lease")
    .map(({ what, because }) => `${what.replace(/token \d+/, "a token")}: ${because}`);
}

const held = { labels: ["kind:task", "status:in-progress"] };
const free = { labels: ["kind:task", "status:ready"] };

describe("by comments", () => {
  test("AG10 a claimed task is its holder's until it releases it, and the loser gets a reaction alone", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    const won = await ada.comment(task, "/claim");
    const lost = await bea.comment(task, "/claim");
    await bus.settled();
    expect([await answerTo(won), await answerTo(lost)]).toEqual([["+1"], ["confused"]]);
    expect(await assigneesOf(task)).toEqual(["ada"]);
    expect(await ada.see(task)).toMatchObject(held);
    const ours = (await ada.comments(task)).filter(({ author }) => author === botLogin);
    expect(ours.map(({ body }) => body.split("\n", 1)[0])).toEqual([
      expect.stringMatching(/^\*\*In progress\*\*: held by `ada` since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
    ]);

    const released = await ada.comment(task, "/release because it needs go");
    await bus.settled();
    expect(await answerTo(released)).toEqual(["+1"]);
    expect(await assigneesOf(task)).toEqual([]);
    expect(await ada.see(task)).toMatchObject(free);
    const next = await bea.comment(task, "/claim");
    await bus.settled();
    expect(await answerTo(next)).toEqual(["+1"]);
    expect(await assigneesOf(task)).toEqual(["bea"]);
    expect(leaseRows()).toEqual([
      "ada holds it, with a token: ada claimed it first, by a comment of ada, and nothing was in the way.",
      "the lease of ada ended: ada released it: it needs go.",
      "bea holds it, with a token: bea claimed it first, by a comment of bea, and nothing was in the way.",
    ]);
  });

  test("AG23 a task is handed on at once under a new token, unless the next agent is at its limit", async () => {
    bus = await startCrew({ ...crew, bea: { login: "bea", parallel: 1 } });
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const first = await openFree(ada, "First");
    const second = await openFree(ada, "Second");
    await bus.settled();
    await ada.comment(first, "/claim");
    await ada.comment(second, "/claim");
    await bus.settled();
    const moved = await ada.comment(first, "/release to bea");
    await bus.settled();
    expect([await answerTo(moved), await assigneesOf(first)]).toEqual([["+1"], ["bea"]]);
    expect(await bea.see(first)).toMatchObject(held);
    const refused = await ada.comment(second, "/release to bea");
    await bus.settled();
    expect([await answerTo(refused), await assigneesOf(second)]).toEqual([["confused"], ["ada"]]);
    const { data } = await ada.octokit.rest.issues.get({ ...ada.repository, issue_number: first });
    const tokens = readLedger(bus.home).flatMap(({ kind, issue_id, what }) =>
      kind === "lease" && what.includes("token") && issue_id === data.node_id
        ? Number(what.split(" ").at(-1))
        : [],
    );
    const [before = Infinity, after] = tokens;
    expect(tokens).toHaveLength(2);
    expect(after).toBeGreaterThan(before);
  });

  test("AG16 a question opened in the second of the claim: the holder rests, or the claim is refused", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const alice = bus.as("alice");
    const task = await openFree(alice);
    await bus.settled();
    const [claim] = await Promise.all([
      ada.comment(task, "/claim"),
      alice.open("Q: Which token?", questionText(task), ["kind:question"]),
    ]);
    await bus.settled();
    expect(await ada.see(task)).toMatchObject({ labels: ["kind:task", "status:blocked"] });
    const isHeld = (await answerTo(claim)).includes("+1");
    expect(await answerTo(claim)).toEqual([isHeld ? "+1" : "confused"]);
    expect(await assigneesOf(task)).toEqual(isHeld ? ["ada"] : []);
    await bus.as("maria").comment(task + 1, "/answer Opaque tokens.");
    await bus.settled();
    expect(await ada.see(task)).toMatchObject(isHeld ? held : free);
  });
});

describe("a handover", () => {
  test("AG19 of an agent that lost its lease is refused and names the new holder, until that one gives the task back", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    await ada.comment(task, "/claim");
    await bus.settled();
    const token = (await bus.server().board.card("acme", "demo", task))?.holder?.token;
    await bus.as("maria").comment(task, "/release to bea because ada does not answer");
    await bus.settled();
    expect(await assigneesOf(task)).toEqual(["bea"]);
    expect(leaseRows().slice(-2)).toEqual([
      "the lease of ada ended: maria released it to bea: ada does not answer.",
      "bea holds it, with a token: It was released to bea.",
    ]);

    const block = JSON.stringify({ v: "1.1", from: "ada", lease: token });
    const sections = {
      Completes: `#${task}`,
      Status: "complete",
      Changes: "- src/a.ts: signs in",
      Verified: "- npm test: passed",
      Context: "It was easy.",
      "Next steps": "1. Log out.",
    };
    const body = `${form(sections)}\n\n\`\`\`signalbox\n${block}\n\`\`\`\n`;
    const handover = await ada.open("Handover: Sign in", body, ["kind:handover"]);
    const verdict = async (): Promise<string> => {
      await bus.settled();
      const ours = (await ada.comments(handover)).filter(({ author }) => author === botLogin);
      return ours.map(({ body: text }) => text).join("\n");
    };
    expect(await verdict()).toContain(`so only \`bea\` or a person hands it over`);
    expect((await ada.see(handover)).labels).toContain("needs-fix");
    await bea.comment(task, "/release");
    expect(await verdict()).not.toContain("hands it over");
  });
});

describe("by assignments", () => {
  test("D16 AG13 of two agents that are assigned at once the earliest stays, the other is unassigned and told once", async () => {
    bus = await startCrew(crew, { keepsDeliveries: true });
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const task = await openFree(bus.as("alice"));
    await bus.sweep();
    bus.clock.advance(2_000);
    await assignItself(bea, task);
    bus.clock.advance(2_000);
    await assignItself(ada, task);
    await bus.sweep();
    expect(await assigneesOf(task)).toEqual(["bea"]);
    expect(await ada.see(task)).toMatchObject(held);
    const notice =
      "@ada, this task is not yours: held by bea since now UTC. If you are at work on it, stop and claim another one.";
    expect(await told(task)).toEqual([notice]);
    await bus.sweep();
    await bus.sweep();
    expect(await told(task)).toEqual([notice]);
  });

  test("AG15 what a task requires stops an agent that assigns itself, and not one that a person assigns", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const maria = bus.as("maria");
    const body = "### Goal\n\nPeople can sign in.\n\n### Requires\n\n- go\n";
    const own = await maria.open("Sign in", body, ["kind:task"], []);
    const ordered = await maria.open("Log out", body, ["kind:task"], []);
    await bus.settled();
    await assignItself(ada, own);
    await maria.assign(ordered, ["ada"]);
    await bus.settled();
    expect([await assigneesOf(own), await assigneesOf(ordered)]).toEqual([[], ["ada"]]);
    expect(await ada.see(ordered)).toMatchObject(held);
    expect(await told(own)).toEqual([
      "@ada, this task is not yours: requires go. If you are at work on it, stop and claim another one.",
    ]);
  });

  test("AG24 the App is away while two agents assign themselves: one is confirmed, the other told", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const cleo = bus.as("cleo");
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    await bus.stopServer();
    await assignItself(cleo, task);
    bus.clock.advance(60_000);
    await assignItself(ada, task);
    bus.clock.advance(3_600_000);
    await bus.startServer();
    expect(await assigneesOf(task)).toEqual(["cleo"]);
    expect(await told(task)).toHaveLength(1);
    expect(leaseRows()).toEqual(["cleo holds it, with a token: cleo is assigned to it."]);
  });

  test("AG28 a person who assigns themselves takes the task over, and its agent is told", async () => {
    bus = await startCrew(crew);
    const maria = bus.as("maria");
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    await assignItself(bus.as("ada"), task);
    await bus.settled();
    await assignItself(maria, task);
    await bus.settled();
    expect(await assigneesOf(task)).toEqual(["maria"]);
    expect(await told(task)).toEqual([
      "@ada, this task is not yours: maria was assigned. If you are at work on it, stop and claim another one.",
    ]);
    expect(leaseRows().at(-1)).toBe("the lease of ada ended: maria was assigned.");
    const claim = await bus.as("bea").comment(task, "/claim");
    await bus.settled();
    expect(await answerTo(claim)).toEqual(["confused"]);
  });

  test("a holder who is unassigned holds it no longer, and nobody needs to be told", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    await assignItself(ada, task);
    await bus.settled();
    await ada.assign(task, []);
    await bus.settled();
    expect(await ada.see(task)).toMatchObject(free);
    expect(await told(task)).toEqual([]);
    expect(leaseRows().at(-1)).toBe("the lease of ada ended: ada was unassigned.");
  });

  test("AG08 an agent that leaves the settings holds nothing any more, and is told", async () => {
    bus = await startCrew(crew);
    const task = await openFree(bus.as("alice"));
    await bus.settled();
    await assignItself(bus.as("ada"), task);
    await bus.settled();
    const { ada: _, ...others } = crew;
    await nameCrew(bus, others);
    expect(await told(task)).toEqual([
      "@ada, this task is not yours: ada is no longer in the settings with this account. If you are at work on it, stop and claim another one.",
    ]);
    expect(await assigneesOf(task)).toEqual([]);
    expect(await bus.as("ada").see(task)).toMatchObject(free);
  });
});

/**
 * Tests whose words have effects: users without write access, forgers, namesakes, and people who only quote a
 * command. A question that blocks a task stays open through all of it, and a user who may answer it can do so
 * afterwards.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle, keysOf } from "../support/chronicle.ts";
import { blockedPair, botLogin, ledgerOf, openTask, type Pair, questionText } from "../support/freeing.ts";
import { hurry } from "../support/hurry.ts";

/** Two users whose names are as close to the App's as GitHub allows. */
const namesakes = { signalbox: "signalbox", "signalbox-bot": "signalbox[bot]" };
const seed: HubSeed = { ...demoSeed, people: { ...demoSeed.people, ...namesakes } };

let bus: TestBus;
let events: Chronicle;
let alice: Actor;
let maria: Actor;
let mallory: Actor;
let pair: Pair;
beforeEach(async () => {
  bus = await startBus({ seed });
  events = chronicle(bus);
  alice = bus.as("alice");
  maria = bus.as("maria");
  mallory = bus.as("mallory");
  pair = await blockedPair(bus);
});
afterEach(() => bus.stop());

async function ownOf(issue: number) {
  return (await alice.comments(issue)).filter(({ author }) => author === botLogin);
}

/** Gives the question a status comment, which it only has for a reason. */
async function giveStatus({ question }: Pair): Promise<void> {
  await alice.comment(question, "/urgency important");
  await bus.settled();
  expect(keysOf(await ownOf(question))).toEqual(["status"]);
}

/** Nothing happened: the question is open, its task blocked, and the App wrote nothing but `own`. */
async function expectNothingCameOfIt({ task, question }: Pair, own: readonly string[] = []): Promise<void> {
  await bus.settled();
  await bus.sweep();
  expect(await alice.see(question)).toMatchObject({ state: "open" });
  expect((await alice.see(question)).labels).not.toContain("answered");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect(keysOf(await ownOf(question))).toEqual(own);
  expect(keysOf(await ownOf(task))).toEqual([]);
}

/** Then a user who may answer it does, as if nothing had happened. */
async function expectAnswerable({ task, question }: Pair): Promise<void> {
  await maria.comment(question, "/answer Opaque tokens.");
  await hurry(bus);
  expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  const said = (await ownOf(question)).map(({ body }) => body).join("\n");
  expect(said).toMatch(/\*\*Answered\*\* by `maria`[\s\S]*> Opaque tokens\./);
}

async function reactionsTo(comment: number): Promise<readonly string[]> {
  const { data } = await alice.octokit.rest.reactions.listForIssueComment({
    ...alice.repository,
    comment_id: comment,
  });
  return data.map(({ content, user }) => `${user?.login} ${content}`);
}

describe("a user without write access", () => {
  test("G02 commands by a user without write access get one quiet reaction each, and nothing else", async () => {
    const commands = [];
    for (const text of ["/answer Mine.\n\n/answer Mine again.\n\n/explain", "/approve 01234567", "/unlock"])
      commands.push(await mallory.comment(pair.question, text));
    const others = [];
    for (const text of ["/reopen", "Thanks for asking."])
      others.push(await mallory.comment(pair.question, text));
    await expectNothingCameOfIt(pair);
    for (const command of commands) expect(await reactionsTo(command)).toEqual([`${botLogin} confused`]);
    for (const other of others) expect(await reactionsTo(other)).toEqual([]);
    expect(await ledgerOf(bus, pair.question)).toContainEqual(
      expect.objectContaining({ because: expect.stringContaining("mallory has no write access") }),
    );
    await expectAnswerable(pair);
  });

  test("G02 an answer by a user without write access gets needs-approval, and does not answer the question", async () => {
    const body = `### Answers\n\n#${pair.question}\n\n### Decision\n\nMine.\n\n### Rationale\n\nI say so.\n`;
    const answer = await mallory.open("A: Mine", body);
    await expectNothingCameOfIt(pair);
    expect((await alice.see(answer)).labels).toEqual(["needs-approval"]);
    await expectAnswerable(pair);
  });
});

describe("a command by a user who may give it", () => {
  test.each([
    ["in a fence", "```\n/answer Quoted.\n```"],
    ["in an indented block", "For example:\n\n    /answer Quoted."],
    ["in inline code", "`/answer Quoted.`"],
    ["in inline code over two lines", "`code\n/answer Quoted.`"],
    ["in a quote", "> /answer Quoted."],
    ["in an HTML block", "<details>\n<summary>Log</summary>\n/answer Quoted.\n</details>"],
    ["in an HTML comment", "<!--\n/answer Quoted.\n-->"],
    ["in the middle of a line", "Write /answer Quoted. to settle it."],
  ])("G07 a command in %s is ignored", async (_, text) => {
    const comment = await maria.comment(pair.question, text);
    await expectNothingCameOfIt(pair);
    expect(await reactionsTo(comment)).toEqual([]);
  });

  test("G07 a command below what may be a mail's unmarked quote is ignored, and its author is told", async () => {
    const quoted = "I disagree.\n\nOn Sat, 21 Nov 2026 at 04:00, Bob wrote:\n/answer Quoted.";
    const comment = await maria.comment(pair.question, quoted);
    await bus.settled();
    expect(await alice.see(pair.question)).toMatchObject({ state: "open" });
    expect(await reactionsTo(comment)).toEqual([]);
    expect((await ownOf(pair.question)).at(-1)?.body).toContain("/answer");
  });

  test("G07 a command below a quote runs", async () => {
    await maria.comment(pair.question, "> /answer Quoted.\n\n/answer Opaque tokens.");
    await bus.settled();
    expect((await ownOf(pair.question))[0]?.body).toMatch(/> Opaque tokens\./);
  });

  test("G08 a command that an edit adds to a comment is ignored", async () => {
    const comment = await maria.comment(pair.question, "Let me think.");
    await bus.settled();
    const { repository, octokit } = maria;
    await octokit.rest.issues.updateComment({ ...repository, comment_id: comment, body: "/answer Edited." });
    await expectNothingCameOfIt(pair);
    await expectAnswerable(pair);
  });

  test("G08 a command in a comment that was edited before signalbox read it runs as it was first written", async () => {
    bus.hub.faults.add({ on: "delivery", match: { event: "issue_comment" }, effect: { kind: "drop" } });
    const comment = await maria.comment(pair.question, "/answer First.");
    const { repository, octokit } = maria;
    await octokit.rest.issues.updateComment({ ...repository, comment_id: comment, body: "/answer Second." });
    await bus.hub.idle();
    bus.hub.faults.clear();
    await bus.sweep();
    expect((await ownOf(pair.question))[0]?.body).toMatch(/> First\.\n/);
  });

  test("G09 a command that a maintainer edits into another user's comment is ignored", async () => {
    const comment = await mallory.comment(pair.question, "I have an idea.");
    await bus.settled();
    const { repository, octokit } = maria;
    await octokit.rest.issues.updateComment({ ...repository, comment_id: comment, body: "/answer Hers." });
    await expectNothingCameOfIt(pair);
    await expectAnswerable(pair);
  });
});

describe("a marker", () => {
  const forgeries = async (issue: number) =>
    (await ledgerOf(bus, issue)).filter(({ kind }) => kind === "forged-marker");

  test("G11 a marker that was made up or copied by someone else is ignored, and logged", async () => {
    const other = await blockedPair(bus);
    await maria.comment(other.question, "/answer Signed ones.");
    await bus.settled();
    const [answered] = await ownOf(other.question);
    const persisted = Buffer.from('["status",{"accepted":{"answer":"x"}}]').toString("base64");
    await mallory.comment(
      pair.question,
      `**Answered.**\n\n<!-- signalbox:2 0123456789ab ${persisted} AAAA -->`,
    );
    await mallory.comment(pair.question, answered?.body ?? "");
    await alice.edit(pair.question, { body: `${questionText(pair.task)}\n\n${answered?.body}` });
    await expectNothingCameOfIt(pair);
    expect((await forgeries(pair.question)).length).toBeGreaterThanOrEqual(3);
    await maria.comment(pair.question, "/answer Shown the edit first.");
    await bus.settled();
    bus.clock.advance(2_000);
    await expectAnswerable(pair);
  });

  test("G11 a marker whose text was changed, or that was moved to another issue, is rewritten", async () => {
    const other = await blockedPair(bus);
    await maria.comment(other.question, "/answer Signed ones.");
    await bus.settled();
    const [answered] = await ownOf(other.question);
    await giveStatus(pair);
    const [status] = await ownOf(pair.question);
    const { repository, octokit } = maria;
    const change = (body: string) =>
      octokit.rest.issues.updateComment({ ...repository, comment_id: status?.id ?? 0, body });
    for (const body of [
      status?.body.replace("**Open.**", "**Answered** by `maria`.\n\n> Hers.\n\n**Open.**") ?? "",
      answered?.body ?? "",
      "**Answered.** Go on.",
    ]) {
      await change(body);
      await expectNothingCameOfIt(pair, ["status"]);
      expect((await ownOf(pair.question)).map(({ id }) => id)).toEqual([status?.id]);
      expect((await ownOf(pair.question))[0]?.body).toContain("**Open.**");
      expect((await ownOf(pair.question))[0]?.body).not.toMatch(/Hers|Signed ones|Go on/);
    }
    await expectAnswerable(pair);
  });
});

test.each(Object.keys(namesakes))("G12 %s is a user without write access who has our name", async (login) => {
  const namesake = bus.as(login);
  await giveStatus(pair);
  const [status] = await ownOf(pair.question);
  await namesake.comment(pair.question, "/answer Ours.");
  await namesake.comment(pair.question, status?.body.replace("**Open.**", "**Answered.**") ?? "");
  const question = await namesake.open("Q: May I?", questionText(pair.task));
  await expectNothingCameOfIt(pair, ["status"]);
  expect((await alice.see(question)).labels).toEqual(["needs-approval"]);
  expect(await alice.blockers(pair.task)).toEqual([pair.question]);
  await expectAnswerable(pair);
});

describe("what the App itself does", () => {
  test("H01 our own writes are received, cause no loop, and end in silence", async () => {
    const task = await openTask(alice);
    await bus.settled();
    const before = events.writes().length;
    await maria.comment(pair.question, "/answer Opaque tokens.");
    await bus.settled();
    const written = events.writes().length;
    expect(written - before).toBeLessThanOrEqual(8);
    expect(events.given(pair.task)).toContain("status:ready");
    await bus.settled();
    await bus.sweep();
    await bus.sweep();
    expect(events.writes()).toHaveLength(written);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  });

  test("H01 a command quoted in our own comment does not run", async () => {
    await maria.edit(pair.question, {
      body: questionText(pair.task, "Somebody wrote:\n\n/answer Mine.\n\n/help"),
    });
    await maria.comment(pair.task, "/explain");
    await bus.settled();
    const own = await ownOf(pair.task);
    expect(keysOf(own)).toEqual([expect.stringMatching(/^reply:/)]);
    await bus.sweep();
    expect(await ownOf(pair.task)).toEqual(own);
    expect(await alice.see(pair.question)).toMatchObject({ state: "open" });
  });
});

/**
 * Attacks on a task that another agent holds: each tries to get the task, its locked files, or an accepted handover
 * of it, by what anybody with the role *triage* may do on GitHub's page.
 *
 * This folder has one file for each matter that is attacked. An attack is a test against the running server: what the
 * attacker does, then what GitHub and the commands show. Files share one server where their attacks do not meet, and
 * use `settled()` and the story's clock, never real time. CI plays the folder with all other tests, in at most a
 * minute: an attack that takes long is `test.runIf(process.env.SIGNALBOX_EVERY_ATTACK === "1")`, which
 * `npm run long -- --only hostile` sets.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { botLogin } from "../support/freeing.ts";
import { readLedger } from "../support/ledger.ts";

const crew: Crew = {
  ada: { login: "ada" },
  bea: { login: "bea" },
  cleo: { login: "box" },
  dan: { login: "box" },
};
const repo = "/repos/acme/demo";

let bus: TestBus;
let ada: Actor;
let bea: Actor;
/** A task of ada's, in which she locks files of its own. */
let task: number;
let claim: number;
let files: string;
let count = 0;

beforeAll(async () => {
  bus = await startCrew(crew);
  await nameCrew(bus, crew, "locks: { enforce: true }\nleases: { parallel: 100 }\n");
  ada = bus.as("ada");
  bea = bus.as("bea");
});
afterAll(() => bus.stop());

beforeEach(async () => {
  count += 1;
  files = `src/part-${count}`;
  const body = `### Goal\n\nBuild part ${count}.\n\n### Files\n\n- ${files}/**\n`;
  task = await bus.as("alice").open(`Part ${count}`, body, ["kind:task"], []);
  await bus.settled();
  claim = await ada.comment(task, "/claim");
  await bus.settled();
});

async function assignees(issue = task): Promise<readonly string[]> {
  const { data } = await ada.octokit.rest.issues.get({ ...ada.repository, issue_number: issue });
  return (data.assignees ?? []).map(({ login }) => login).toSorted();
}

async function take(from: string, by: Actor): Promise<void> {
  const at = { ...by.repository, issue_number: task };
  await by.octokit.rest.issues.removeAssignees({ ...at, assignees: [from] });
}

async function give(to: string, by: Actor): Promise<void> {
  const at = { ...by.repository, issue_number: task };
  await by.octokit.rest.issues.addAssignees({ ...at, assignees: [to] });
}

/** `+1` or `confused`, by our bot, on a comment. */
async function answerTo(comment: number): Promise<readonly string[]> {
  const { data } = await ada.octokit.rest.reactions.listForIssueComment({
    ...ada.repository,
    comment_id: comment,
  });
  return data.filter(({ user }) => user?.login === botLogin).map(({ content }) => content);
}

/** Our comments on the task that mention somebody. */
async function told(issue = task): Promise<readonly string[]> {
  const comments = await ada.comments(issue);
  return comments
    .filter(({ author, body }) => author === botLogin && body.startsWith("@"))
    .map(({ body }) => body.split("\n", 1)[0] ?? "");
}

function ends(): readonly string[] {
  return readLedger(bus.home).flatMap(({ kind, what, because }) =>
    kind === "lease" && what.endsWith("ended") ? because : [],
  );
}

/** What ada has: the task, its label, her assignment, and her claim's answer. */
async function expectHeld(): Promise<void> {
  expect(await assignees()).toEqual(["ada"]);
  expect(await ada.see(task)).toMatchObject({
    state: "open",
    labels: ["kind:task", "status:in-progress"],
  });
  const again = await bea.comment(task, "/claim");
  await bus.settled();
  expect(await answerTo(again)).toEqual(["confused"]);
}

async function expectClaimRefused(by: Actor = bea, words = "/claim"): Promise<void> {
  const wanted = await by.comment(task, words);
  await bus.settled();
  expect(await answerTo(wanted)).toEqual(["confused"]);
}

/** A pull request of bea's that changes one of the locked files. @returns its head */
async function intrude(): Promise<string> {
  const ask = bus.testHub.as("bea");
  const branch = `work-${count}`;
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from("Mine\n").toString("base64");
  const put = await ask("PUT", `${repo}/contents/${files}/a.ts`, { message: "Work", branch, content });
  const pull = { title: "Work", head: branch, base: "main", body: "Some work" };
  expect((await ask("POST", `${repo}/pulls`, pull)).status).toBe(201);
  await bus.settled();
  return put.body.commit.sha;
}

async function locksCheck(sha: string): Promise<string | undefined> {
  const asked = `${repo}/commits/${sha}/check-runs?check_name=signalbox/locks`;
  const { body } = await bus.testHub.as("alice")("GET", asked);
  return body.check_runs.at(-1)?.conclusion;
}

const word = (holder: string): string =>
  `@bea, your change of the assignees was undone: ${holder} holds this task. Only ${holder} or a person with write access gives it back, by unassigning or with \`/release\`. Ask one of them.`;

describe("AG31 another agent changes the assignees of a held task", () => {
  test("it unassigns the holder and claims: refused, assigned again, told once, and the lock holds", async () => {
    const sha = await intrude();
    expect(await locksCheck(sha)).toBe("failure");
    await take("ada", bea);
    await bea.comment(task, "/claim");
    await bus.settled();
    await expectHeld();
    expect(await locksCheck(sha)).toBe("failure");
    await take("ada", bea);
    await bus.settled();
    await expectHeld();
    expect(await told()).toEqual([word("ada")]);
    expect(ends()).toEqual([]);
  });

  test("in one request it puts itself in the holder's place: it is taken away again, with one word", async () => {
    await bea.assign(task, ["bea"]);
    await bus.settled();
    await expectHeld();
    expect(await told()).toEqual([word("ada")]);
  });

  test("it does so before the App saw the holder assigned", async () => {
    const body = "### Goal\n\nBuild it.\n";
    task = await bus.as("alice").open("Race", body, ["kind:task"], []);
    await bus.settled();
    await ada.comment(task, "/claim");
    await take("ada", bea);
    await bea.comment(task, "/claim");
    await bus.settled();
    await expectHeld();
  });

  test("it assigns a person, who would end the lease, and unassigns her again", async () => {
    await give("maria", bea);
    await bus.settled();
    await take("maria", bea);
    await bus.settled();
    await expectHeld();
  });

  test("while the server is away: it finds who did what when it is back", async () => {
    await bus.stopServer();
    await take("ada", bea);
    await give("bea", bea);
    await bus.startServer();
    await bus.settled();
    await expectHeld();
  });

  test("an agent that shares the holder's account unassigns it: only a comment in the holder's name gives it back", async () => {
    const box = bus.as("box");
    await ada.comment(task, "/release");
    await bus.settled();
    await box.comment(task, "/claim as cleo");
    await bus.settled();
    await take("box", box);
    await expectClaimRefused(box, "/claim as dan");
    expect(await assignees()).toEqual(["box"]);
    await box.comment(task, "/release as cleo");
    await bus.settled();
    expect(await assignees()).toEqual([]);
  });

  test("the holder itself, and a person, end it so, as ever", async () => {
    const before = ends().length;
    await take("ada", ada);
    await bus.settled();
    expect(ends().slice(before)).toEqual(["ada was unassigned."]);
    await ada.comment(task, "/claim");
    await bus.settled();
    await take("ada", bus.as("maria"));
    await bus.settled();
    expect(ends().slice(before + 1)).toEqual(["ada was unassigned by maria."]);
    expect(await assignees()).toEqual([]);
    expect(await told()).toEqual([]);
  });
});

test("AG31 the refused handover of an agent that does not hold the task stays refused, whatever it does to the assignees", async () => {
  const body = form({
    Completes: `#${task}`,
    Status: "complete",
    Changes: `- ${files}/a.ts: sorts the list by name`,
    Verified: "- looked at it: passed",
    Context: "It was easy.",
    "Next steps": "None.",
  });
  const handover = await bea.open("Handover: part", body, ["kind:handover"], []);
  await bus.settled();
  await take("ada", bea);
  await give("bea", bea);
  await bea.comment(task, "/claim");
  await bus.settled();
  expect(await ada.see(handover)).toMatchObject({ state: "open" });
  expect(await ada.see(task)).toMatchObject({ state: "open" });
  expect(await assignees()).toEqual(["ada"]);
});

describe("AG31 another agent takes away what shows the lease", () => {
  test("the label: it is set again", async () => {
    await bea.unlabel(task, "status:in-progress");
    await bea.label(task, "status:ready");
    await bus.settled();
    await expectHeld();
  });

  test("the claim, and our status comment: the lease goes on", async () => {
    await bea.octokit.rest.issues.deleteComment({ ...bea.repository, comment_id: claim });
    const ours = (await bea.comments(task)).filter(({ author }) => author === botLogin);
    for (const { id } of ours)
      await bea.octokit.rest.issues.deleteComment({ ...bea.repository, comment_id: id });
    await bus.settled();
    await bus.sweep();
    await expectHeld();
  });

  test("the words of the claim, which it edits into a release", async () => {
    const at = { ...bea.repository, comment_id: claim };
    await bea.octokit.rest.issues.updateComment({ ...at, body: "/release" });
    await bus.settled();
    await expectHeld();
  });
});

describe("AG32 another agent closes a held task", () => {
  test("and reopens and claims it: refused, and the lock held all the while", async () => {
    const sha = await intrude();
    await bea.close(task);
    await bus.settled();
    expect(await locksCheck(sha)).toBe("failure");
    await bea.reopen(task);
    await expectClaimRefused();
    expect(await locksCheck(sha)).toBe("failure");
    await expectHeld();
  });

  test("and unassigns the holder while it is closed", async () => {
    await bea.close(task, "not_planned");
    await take("ada", bea);
    await bus.settled();
    await bea.reopen(task);
    await bus.settled();
    await expectHeld();
  });

  test("the holder gives it back, or a person closes it: the files are free", async () => {
    const sha = await intrude();
    await bea.close(task);
    await bus.settled();
    await ada.comment(task, "/release");
    await bus.settled();
    expect(await locksCheck(sha)).toBe("success");
  });
});

describe("AG33 an agent changes who is asked for a decision", () => {
  const question = "### Regarding\n\n#1\n\n### Urgency\n\nblocking\n\n### Context\n\nTwo ways.\n";
  const rest =
    "### Question\n\nWhich one?\n\n### Options\n\n1. This\n2. That\n\n### Impact of delay\n\nNone.\n";

  async function asked(): Promise<number> {
    const issue = await ada.open("Escalation: Which one?", `${question}\n${rest}`, ["kind:escalation"], []);
    await bus.settled();
    expect(await assignees(issue)).toEqual(["maria"]);
    return issue;
  }

  test("it unassigns the person, and puts itself in her place: she is asked again, and it gets one word", async () => {
    task = await asked();
    await take("maria", bea);
    await bus.settled();
    expect(await assignees()).toEqual(["maria"]);
    await bea.assign(task, ["bea"]);
    await bus.settled();
    expect(await assignees()).toEqual(["maria"]);
    expect(await told()).toEqual([
      "@bea, your change of the assignees was undone: only a person with write access changes who decides here. Ask one of them.",
    ]);
  });

  test("it assigns itself as soon as it opens one: the person is asked all the same", async () => {
    const issue = await bea.open("Escalation: Which?", `${question}\n${rest}`, ["kind:escalation"], ["bea"]);
    await bus.settled();
    expect(await assignees(issue)).toEqual(["bea", "maria"]);
  });
});

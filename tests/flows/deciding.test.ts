/** Tests the operations that write a command in a comment, on the running bus: what they write, and what comes of it. */
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { openQuestion, openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { settingsStory } from "../support/settings-story.ts";
import { createKeyRing, whyNoSshKeygen } from "../support/ssh-keys.ts";

let bus: TestBus;
let task: number;
let escalation: number;
beforeEach(async () => {
  bus = await startBus();
  task = await openTask(bus.as("alice"));
  await bus.settled();
  const words = ["escalate", String(task), "Store addresses?", "--context", "The law says little."];
  const options = ["--delay", "Sign-up stays closed.", "--options", "Yes, for a year", "No", "--json"];
  escalation = numberOf(await as("alice", [...words, ...options]));
  await bus.settled();
});
afterEach(() => bus.stop());

type Variables = Readonly<Record<string, string>>;

const as = (login: string, words: readonly string[], more: Variables = {}): Promise<Ran> =>
  signalbox(words, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login), ...more });
const jsonOf = ({ out }: Ran): Record<string, unknown> => JSON.parse(out);
const numberOf = (ran: Ran): number => Number(String(jsonOf(ran).issue).split("#")[1]);

/** The comments of others than the App, as GitHub has them. */
async function comments(number: number): Promise<readonly { login: string; body: string; id: string }[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listComments({ ...repository, issue_number: number });
  return data
    .filter(({ user }) => user?.type !== "Bot")
    .map(({ user, body, node_id: id }) => ({ login: user?.login ?? "", body: body ?? "", id }));
}

/** The text of the issue, as the command for people shows it. */
const textHash = async (number: number): Promise<string> =>
  String(jsonOf(await as("maria", ["show", String(number), "--json"])).textHash);

test("IF09 a decision is the caller's comment, and --wait tells that it was carried out", async () => {
  const because = "The law allows a year.\n\nSee #1.";
  const ran = await as("maria", [
    "decide",
    String(escalation),
    "1",
    "--because",
    because,
    "--wait",
    "--json",
  ]);
  expect(ran).toMatchObject({ code: 0 });
  const [comment] = await comments(escalation);
  expect(comment).toMatchObject({ login: "maria", body: `/decide 1 because ${because}` });
  expect(jsonOf(ran)).toMatchObject({
    issue: `acme/demo#${escalation}`,
    wrote: "comment",
    comment: comment?.id,
    seen: true,
    url: expect.stringMatching(
      new RegExp(`^${bus.hub.url}/acme/demo/issues/${escalation}#issuecomment-\\d+$`),
    ),
    outcome: { result: "done" },
  });
  await bus.settled();
  expect(await bus.as("alice").see(escalation)).toMatchObject({ state: "closed" });
  const shown = jsonOf(await as("maria", ["show", String(escalation), "--json"]));
  expect(shown).toMatchObject({ decision: expect.stringContaining("Yes, for a year") });
});

test("a decision in one's own words needs no option", async () => {
  const ran = await as("maria", ["decide", String(escalation), "--because", "Ask again in May.", "--wait"]);
  expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/^Done on acme\/demo#\d+ after /) });
  const shown = jsonOf(await as("maria", ["show", String(escalation), "--json"]));
  expect(shown).toMatchObject({ decision: "Ask again in May." });
});

test("a text that was edited since it was shown is not decided on: the new text is shown, and nothing is written", async () => {
  const shown = await textHash(escalation);
  const listed = jsonOf(await as("maria", ["escalations", "--json"]));
  expect(listed).toMatchObject({ decisions: [{ number: escalation, textHash: shown }] });
  const { octokit, repository } = bus.as("alice");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: escalation });
  const body = data.body?.replace("Yes, for a year", "Yes, for ever") ?? "";
  await octokit.rest.issues.update({ ...repository, issue_number: escalation, body });
  const deciding = ["decide", String(escalation), "1", "--text-hash"];
  const refused = await as("maria", [...deciding, shown]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("Yes, for ever") });
  expect(await comments(escalation)).toEqual([]);
  await bus.settled();
  bus.clock.advance(1_100);
  const now = await textHash(escalation);
  expect(await as("maria", [...deciding, now, "--wait"])).toMatchObject({ code: 0 });
  expect(await comments(escalation)).toMatchObject([{ body: `/decide 1 text:${now}` }]);
  await bus.settled();
  expect(await bus.as("alice").see(escalation)).toMatchObject({ state: "closed" });
});

test("a command names the text that was last shown here, is refused if that was edited since, and counts when it is repeated", async () => {
  const shown = await textHash(escalation);
  bus.clock.advance(1_100);
  await bus.as("alice").edit(escalation, { title: "Escalation: Store passwords?" });
  await bus.settled();
  bus.clock.advance(1_100);
  const refused = await as("maria", ["decide", String(escalation), "1"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain(`acme/demo#${escalation} was edited after it was shown to you.`);
  expect(refused.err).toContain("  > Escalation: Store passwords?\n");
  expect(await comments(escalation)).toEqual([]);
  const again = await as("maria", ["decide", String(escalation), "1", "--wait"]);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Done on") });
  const [comment] = await comments(escalation);
  expect(comment?.body).toMatch(/^\/decide 1 text:[0-9a-f]{64}$/);
  expect(comment?.body).not.toContain(shown);
});

test("an honest edit costs nobody a second word where the tool names the text", async () => {
  bus.clock.advance(1_100);
  await bus.as("alice").edit(escalation, { title: "Escalation: Store addresses for a year?" });
  await bus.settled();
  bus.clock.advance(1_100);
  await as("maria", ["show", String(escalation)]);
  expect(await as("maria", ["decide", String(escalation), "2", "--wait"])).toMatchObject({ code: 0 });
});

test("a text that is edited before the App reads the command is not decided, and one line says so", async () => {
  await as("maria", ["show", String(escalation)]);
  await bus.stopServer();
  bus.clock.advance(1_100);
  expect(await as("maria", ["decide", String(escalation), "1"])).toMatchObject({ code: 0 });
  bus.clock.advance(1_100);
  await bus.as("alice").edit(escalation, { title: "Escalation: Store passwords?" });
  await bus.startServer();
  await bus.settled();
  expect(await bus.as("alice").see(escalation)).toMatchObject({ state: "open" });
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listComments({ ...repository, issue_number: escalation });
  const ours = data.filter(({ user }) => user?.type === "Bot").map(({ body }) => body ?? "");
  expect(ours.filter((body) => body.includes("Store passwords?"))).toHaveLength(1);
});

test("an answer names the text of the question that was shown", async () => {
  const question = await openQuestion(bus.as("alice"), task);
  await bus.settled();
  const hash = await textHash(question);
  const words = ["answer", String(question), "SQLite", "--why", "One file.", "--json"];
  const { octokit, repository } = bus.as("bob");
  const number = numberOf(await as("bob", words));
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: number });
  expect(data.body).toContain(`"text": "${hash}"`);
});

test("what the App refuses is exit code 2 with its reason", async () => {
  const own = await as("alice", ["decide", String(escalation), "1", "--wait", "--json"]);
  expect(own).toMatchObject({ code: 2 });
  expect(jsonOf(own)).toMatchObject({
    outcome: { result: "refused", reply: expect.stringContaining("You opened this escalation") },
  });
  const text = await as("alice", ["decide", String(escalation), "1", "--wait"]);
  expect(text).toMatchObject({ code: 2, out: expect.stringMatching(/^Refused: .*someone else/) });
});

test("a login without write access is told that its command had no effect", async () => {
  const ran = await as("mallory", ["block", String(task), "1", "--wait", "--json"]);
  expect(ran).toMatchObject({ code: 2 });
  expect(jsonOf(ran)).toMatchObject({ outcome: { result: "ignored" } });
});

test("an unknown issue, a wrong kind, an unknown option and no reason are named before anything is written", async () => {
  const cases: readonly [readonly string[], string][] = [
    [["decide", "999", "1"], "no issue acme/demo#999"],
    [["decide", String(task), "1"], `#${task} is a task, and decisions are for escalations`],
    [["decide", String(escalation), "3"], "has no option 3. There are:\n  1. Yes, for a year\n  2. No"],
    [["decide", String(escalation)], "give an option"],
    [["decide", String(escalation), "1", "--text-hash", "abc"], "must be a textHash"],
    [["decide", String(escalation), "1", "--dry-run", "--wait"], "a dry run writes nothing"],
    [["accept", String(escalation), "--because", "It is fine."], "is an escalation, and only handovers"],
    [["accept", String(escalation)], "because"],
    [["urgency", String(task), "blocking"], "is a task, and only questions"],
    [["urgency", String(escalation), "soon"], "expected one of"],
    [["block", String(escalation), String(task)], "is an escalation, and only tasks wait"],
    [["unblock", String(task), "the other one"], "is not an issue"],
    [["approve", String(task), "xyz"], "must be a textHash"],
    [["decide", "acme/other#1", "1"], "does not serve acme/other"],
  ];
  for (const [words, error] of cases)
    expect(await as("maria", words), words.join(" ")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining(error),
    });
  expect([...(await comments(escalation)), ...(await comments(task))]).toEqual([]);
});

test.each([
  "Yes <!-- or rather no -->.",
  "Fine.\n\n-----Original Message-----\nNo.",
  "Fine.\n\n[No]: https://example.com",
])("a reason of which something would not be read is refused: %j", async (because) => {
  const ran = await as("maria", ["decide", String(escalation), "1", "--because", because]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("would not be read whole") });
  expect(await comments(escalation)).toEqual([]);
});

test("a reason with lines that look like commands stays a reason", async () => {
  const because = "As discussed:\n/unblock #1\n/approve 12345678";
  await as("maria", ["decide", String(escalation), "2", "--because", because, "--wait"]);
  await bus.settled();
  const shown = jsonOf(await as("maria", ["show", String(escalation), "--json"]));
  expect(shown).toMatchObject({ state: "closed", decision: "No" });
});

test("IF10 a command given again with its key is written once, and one whose answer was lost is found", async () => {
  const deciding = ["decide", String(escalation), "1", "--key", "addresses", "--json"];
  const first = jsonOf(await as("maria", deciding));
  await bus.stopServer();
  await bus.startServer();
  expect(jsonOf(await as("maria", [...deciding, "--wait"]))).toMatchObject({
    ...first,
    wrote: "nothing new",
    outcome: { result: "done" },
  });
  expect(await comments(escalation)).toHaveLength(1);
  bus.hub.faults.add({
    on: "request",
    match: { method: "POST", path: "/comments$", login: "maria" },
    effect: { kind: "cut", when: "after" },
    times: 1,
  });
  expect(await as("maria", ["urgency", String(escalation), "important"])).toMatchObject({ code: 0 });
  expect(await comments(escalation)).toHaveLength(2);
});

test("IF09 tasks are blocked and unblocked, urgencies set and bodies approved", async () => {
  const other = await openTask(bus.as("alice"));
  const question = await openQuestion(bus.as("bob"), other);
  const strange = await bus.as("mallory").open("Task: Log out", "### Goal\n\nPeople can log out.", []);
  await bus.settled();
  const labels = async (number: number) => (await bus.as("alice").see(number)).labels;
  expect(await as("bob", ["block", String(task), String(other), "--wait"])).toMatchObject({ code: 0 });
  await bus.settled();
  expect(await labels(task)).toContain("status:blocked");
  expect(await as("bob", ["unblock", String(task), String(other), "--wait"])).toMatchObject({ code: 0 });
  await bus.settled();
  expect(await labels(task)).toContain("status:ready");
  expect(await as("maria", ["urgency", String(question), "nice-to-have", "--wait"])).toMatchObject({
    code: 0,
  });
  await bus.settled();
  expect(await labels(question)).toContain("urgency:nice-to-have");
  const hash = await textHash(strange);
  // An approval counts from the second after its text was shown.
  bus.clock.advance(2_000);
  expect(await as("maria", ["approve", String(strange), hash, "--wait"])).toMatchObject({ code: 0 });
  await bus.settled();
  expect(await labels(strange)).toEqual(expect.arrayContaining(["kind:task", "status:ready"]));
});

test("IF09 a handover is accepted despite its verdict, with the reason", async () => {
  const works = ["--changes", "src/a.ts: asks", "--verified", "npm test: passed", "--next-steps", "None."];
  const told = ["hand-over", String(task), "--status", "complete", ...works, "--context", "It was easy."];
  const handover = numberOf(await as("bob", [...told, "--json"]));
  await bus.settled();
  const accepting = ["accept", String(handover), "--because", "It was shown by hand.", "--wait"];
  expect(await as("bob", accepting)).toMatchObject({ code: 2 });
  expect(await as("maria", accepting)).toMatchObject({ code: 0 });
  await bus.settled();
  expect(await bus.as("alice").see(task)).toMatchObject({ state: "closed", reason: "completed" });
});

test.skipIf(whyNoSshKeygen !== undefined)(
  "an agent with a key signs its command, under its name",
  async () => {
    const ring = createKeyRing();
    onTestFinished(() => ring.remove());
    const ada = ring.make("ada");
    const { data: bob } = await bus.as("bob").octokit.rest.users.getAuthenticated();
    const agent = `{ account: ${bob.node_id}, key: "${ada.publicKey}", with_person: true }`;
    await settingsStory(bus).put(bus.as("maria"), `agents:\n  ada: ${agent}\n`);
    const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_AGENT_KEY: ada.privateFile };
    const decided = await as("bob", ["decide", String(escalation), "1", "--wait", "--json"], env);
    // It is heard as the agent that it is, and an escalation is for a person.
    expect(jsonOf(decided)).toMatchObject({
      outcome: { result: "refused", reply: expect.stringContaining("for a person to decide") },
    });
    const other = await openTask(bus.as("alice"));
    await bus.settled();
    expect(await as("bob", ["block", String(task), String(other), "--wait"], env)).toMatchObject({ code: 0 });
  },
);

test("an answer is refused by closing it as not planned, and only an answer is", async () => {
  const question = await openQuestion(bus.as("alice"), task);
  const body = form({ Answers: `#${question}`, Decision: "Neither.", Rationale: "No need." });
  const answer = await bus.as("mallory").open("A: Neither", body, ["kind:answer"]);
  await bus.settled();
  const dry = jsonOf(await as("maria", ["refuse", String(answer), "--dry-run", "--json"]));
  expect(dry).toMatchObject({ wrote: "nothing", command: expect.stringContaining("gh issue close") });
  expect(await as("maria", ["refuse", String(answer)])).toMatchObject({ code: 0 });
  expect(await bus.as("maria").see(answer)).toMatchObject({ state: "closed", reason: "not_planned" });
  expect(await as("maria", ["refuse", String(answer)])).toMatchObject({ code: 1 });
  expect(await as("maria", ["refuse", String(escalation)])).toMatchObject({
    code: 1,
    err: expect.stringContaining("only answers are refused"),
  });
  expect(await bus.as("maria").see(escalation)).toMatchObject({ state: "open" });
});

test("without a data folder a command is written too, and --wait says what it needs", async () => {
  const { host } = new URL(bus.hub.url);
  const env = {
    GHE_HOST: host,
    GHE_PROTOCOL: "http",
    GH_ENTERPRISE_TOKEN: bus.hub.tokenOf("maria"),
    GH_REPO: "acme/demo",
    PATH: process.env.PATH,
  };
  const deciding = ["decide", String(escalation), "1"];
  expect(await signalbox([...deciding, "--wait"], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining("data folder"),
  });
  const ran = await signalbox([...deciding, "--json"], env);
  expect(jsonOf(ran)).toMatchObject({ wrote: "comment", seen: false });
  await bus.settled();
  expect(await bus.as("alice").see(escalation)).toMatchObject({ state: "closed" });
});

/**
 * Tests free text under an escalation: it decides nothing, and only a person who may decide is told so, once.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const minute = 60_000;
const hint =
  "Did you mean option 2? Then comment `/decide 2 because …`; without the command, nothing is decided.";
let bus: TestBus;
beforeEach(async () => {
  bus = await startBus();
});
afterEach(() => bus.stop());

const escalate = async (options = "1. Stay with SQLite.\n2. Take Redis."): Promise<number> => {
  const alice = bus.as("alice");
  const task = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const raised = await alice.open(
    "Escalation: Redis?",
    form({
      Regarding: `#${task}`,
      Urgency: "important",
      Context: "Two tasks wait.",
      Question: "May we depend on Redis?",
      Options: options,
      "Impact of delay": "Both tasks stop.",
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  return raised;
};

/** Our App's comments there about how to decide. */
const hints = async (issue: number): Promise<readonly string[]> =>
  (await bus.as("maria").comments(issue))
    .filter(({ author, body }) => author.endsWith("[bot]") && body.includes("nothing is decided"))
    .map(({ body }) => body.replace(/\s*<!--[\s\S]*$/, ""));

const says = async (who: string, issue: number, text: string): Promise<void> => {
  await bus.as(who).comment(issue, text);
  await bus.settled();
};

test("N15 free text by the decider gets one hint, and a deleted hint is not written again", async () => {
  const raised = await escalate();
  await says("maria", raised, "option 2, please");
  expect(await hints(raised)).toEqual([hint]);
  await says("maria", raised, "Really, option 1. @alice closes #1");
  expect(await hints(raised)).toEqual([hint]);
  const [given] = (await bus.as("maria").comments(raised)).filter(({ body }) => body.includes(hint));
  const { octokit, repository } = bus.as("maria");
  await octokit.rest.issues.deleteComment({ ...repository, comment_id: given?.id ?? 0 });
  await says("maria", raised, "2");
  expect(await hints(raised)).toEqual([]);
  await says("maria", raised, "/decide 2 because it is fast");
  expect((await bus.as("maria").see(raised)).state).toBe("closed");
});

test("N15 the hint at an escalation of ours names only options of its text, and repeats none of its words", async () => {
  const alice = bus.as("alice");
  const one = await alice.open("One", form({ Goal: "One." }), ["kind:task"]);
  const blocker = await alice.open("Two", form({ Goal: "Two." }), ["kind:task"]);
  await bus.settled();
  await alice.block(one, blocker);
  await bus.settled();
  await alice.close(blocker, "not_planned");
  await bus.settled();
  const { data } = await alice.octokit.rest.issues.listForRepo({
    ...alice.repository,
    labels: "kind:escalation",
  });
  const raised = data[0]?.number ?? 0;
  await says("maria", raised, "Go on without it, @alice! Option 7 <script>alert(1)</script> closes #1");
  expect(await hints(raised)).toEqual([
    "To decide, comment `/decide` with the number of an option and `because …`; without the command, nothing is decided.",
  ]);
});

test("N15 an agent, a user without write access, an edited comment, an old one and one after a decision get no hint", async () => {
  const maria = bus.as("maria");
  const { data: bob } = await maria.octokit.rest.users.getByUsername({ username: "bob" });
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "List an agent",
    content: Buffer.from(`trust: {agents: [${bob.node_id}]}\n`).toString("base64"),
  });
  const raised = await escalate();
  await says("bob", raised, "option 2, please");
  await says("mallory", raised, "option 2, please");
  expect(await hints(raised)).toEqual([]);

  await bus.stopServer();
  await maria.comment(raised, "option 1, please");
  bus.clock.advance(61 * minute);
  await bus.startServer();
  await bus.sweep();
  expect(await hints(raised)).toEqual([]);

  await bus.stopServer();
  const edited = await maria.comment(raised, "Hm.");
  await maria.octokit.rest.issues.updateComment({
    ...maria.repository,
    comment_id: edited,
    body: "option 2, please",
  });
  await bus.startServer();
  await bus.sweep();
  expect(await hints(raised)).toEqual([]);

  await says("maria", raised, "/decide 1 because it is enough");
  await says("maria", raised, "option 2 would have been nice");
  expect(await hints(raised)).toEqual([]);
});

test("N15 a rebuilt index gives no second hint", async () => {
  const raised = await escalate();
  await says("maria", raised, "option 2, please");
  expect(await hints(raised)).toEqual([hint]);
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  expect(await answer.json()).toMatchObject({ differences: [] });
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.sweep();
  expect(await hints(raised)).toEqual([hint]);
  await says("maria", raised, "option 2, I said");
  expect(await hints(raised)).toEqual([hint]);
});

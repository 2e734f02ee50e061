import { afterEach, expect, test } from "vitest";
import { openBoardHere } from "../../src/cli/local-index/board.ts";
import type { HubSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";
import { changeIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const seedWith = (settings: string): HubSeed => seedWithStore("store", settings);

function ask(
  who: Actor,
  title: string,
  task: number,
  context = "The exporter needs to know.",
): Promise<number> {
  const sections = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: context,
  };
  return who.open(`Q: ${title}`, form(sections), ["kind:question"]);
}

async function ours(
  who: Actor,
  kind: string,
): Promise<readonly { number: number; body: string; state: string }[]> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: `kind:${kind}`,
    state: "all",
    direction: "asc",
  });
  return data.map(({ number, body, state }) => ({ number, body: body ?? "", state }));
}

function forgetLabel(home: string, shipped: string): void {
  changeIndex(home, `DELETE FROM label WHERE shipped = '${shipped}'`);
}

const asksTimeZone = "Which time zone do timestamps in the ledger have?";

test("J01 J02 J09 N17 S3.47 S3.101 a suggestion with its sources waits for a person, and the same question is suggested the same answer", async () => {
  bus = await startBus({ seed: seedWith("") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const asked = await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [suggestion, ...others] = await ours(alice, "answer");
  expect(others).toEqual([]);
  expect(suggestion?.body).toContain("UTC with a trailing Z");
  expect(suggestion?.body).toMatch(
    /\[docs\/adr\/0004-write-dates-in-utc\.md, line 11\]\(http\S+\/acme\/demo\/blob\/[0-9a-f]{40}\/docs\/adr\/0004-write-dates-in-utc\.md\?plain=1#L11\)/,
  );
  expect(suggestion?.body).not.toContain("<details>");
  await maria.comment(asked, "/explain");
  await bus.settled();
  const told = (await alice.comments(asked)).at(-1)?.body ?? "";
  expect(told).toContain("passed policy:");
  expect(told).toMatch(/`docs\/adr\/0004-write-dates-in-utc\.md@[0-9a-f]{40}#L\d+-L\d+` .* \(\d+\.\d\d\)/);
  expect((await alice.see(asked)).state).toBe("open");
  expect((await alice.see(task)).labels).toContain("status:blocked");
  const number = suggestion?.number ?? 0;
  const suggested = async () => {
    const { data } = await maria.octokit.rest.issues.listForRepo({
      ...maria.repository,
      labels: "suggested",
      assignee: "maria",
    });
    return data.map((each) => each.number);
  };
  expect(await suggested()).toEqual([number]);
  expect((await alice.see(number)).labels).toEqual(["kind:answer", "suggested"]);
  const [shown] = await alice.comments(number);
  const approval = /\/approve [0-9a-f]{8}/.exec(shown?.body ?? "")?.[0] ?? "";
  expect((await alice.comments(asked))[0]?.body).toContain(`#${number} suggests an answer`);
  const board = await openBoardHere(bus.databaseUrl, bus.home);
  const waiting = () => board.board.escalations({ repository: undefined, limit: 9 });
  expect(await waiting()).toMatchObject([
    {
      number,
      urgency: "blocking",
      approve: expect.stringMatching(new RegExp(`^${approval}[0-9a-f]{56}$`)),
      question: expect.stringContaining("UTC"),
    },
  ]);

  bus.clock.advance(2_000);
  await alice.comment(number, approval);
  await bus.settled();
  expect((await alice.comments(number)).at(-1)?.body).toContain(
    "The person who asked a question cannot answer it",
  );
  await maria.comment(number, approval);
  await bus.settled();
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(number)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.comments(number))[0]?.body).toContain(
    `**Accepted**, approved by \`maria\`. #${asked} is answered.`,
  );
  expect((await alice.see(task)).labels).toContain("status:ready");
  expect(await waiting()).toEqual([]);
  expect(await suggested()).toEqual([]);
  expect((await alice.see(number)).labels).not.toContain("suggested");
  expect((await alice.comments(asked))[0]?.body).not.toContain("suggests an answer");
  await board.close();

  const again = await ask(bob, asksTimeZone, task);
  await bus.settled();
  expect(await bob.see(again)).toMatchObject({ state: "open" });
  const repeated = (await ours(bob, "answer"))[1];
  expect(repeated?.body).toContain(`#${asked} asked the same question and got this answer.`);
  expect(repeated?.body).toContain("A person has to say that its answer holds here.");
  expect((await bob.see(repeated?.number ?? 0)).labels).toContain("suggested");
  expect(await ours(bob, "escalation")).toEqual([]);
  await bus.sweep();
  expect(await ours(bob, "answer")).toHaveLength(2);
});

test("N17 a suggestion that an earlier version labelled needs-approval is relabelled and assigned after the upgrade", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: suggest}") });
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [suggestion] = await ours(alice, "answer");
  const number = suggestion?.number ?? 0;
  await bus.stopServer();
  // As the earlier version left it: another label, and none of the new name, in the repository or in the
  // index.
  await maria.octokit.rest.issues.deleteLabel({ ...maria.repository, name: "suggested" });
  await maria.label(number, "needs-approval");
  forgetLabel(bus.home, "suggested");
  await bus.startServer();
  expect((await alice.see(number)).labels).toEqual(["kind:answer", "suggested"]);
});

test("J03 J07 S3.50 S3.94 a question that cannot be answered reaches a person once, and a suggestion is withdrawn for an answer", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: suggest}") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const unknown = await ask(alice, "How is the queue printed on paper?", task);
  const known = await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [raised, ...more] = await ours(alice, "escalation");
  expect(more).toEqual([]);
  expect(raised?.body).toContain(`#${unknown}`);
  expect(raised?.body).toContain("No context file answers it.");
  expect((await alice.see(unknown)).labels).toContain("escalated");
  const [suggestion] = await ours(alice, "answer");

  await bob.comment(known, "/answer Local time.");
  await bob.comment(raised?.number ?? 0, "/answer As on the screen, it is close enough.");
  await bus.settled();
  expect((await alice.comments(known))[0]?.body).toContain("Local time.");
  expect(await alice.see(suggestion?.number ?? 0)).toMatchObject({ state: "closed", reason: "not_planned" });
  expect(await alice.see(unknown)).toMatchObject({ state: "closed", reason: "completed" });
  await bus.sweep();
  expect(await ours(alice, "escalation")).toHaveLength(1);
});

test("N22 an agent on a schedule finds a question with its passages, and its answer passes the same gates", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: suggest}") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const asked = await ask(alice, "How is the queue printed on paper?", task);
  await bus.settled();
  const { board, close } = await openBoardHere(bus.databaseUrl, bus.home);
  const listed = () => board.questions({ repository: undefined, limit: 9 });
  expect(await listed()).toMatchObject([
    { number: asked, isOpen: true, urgency: "blocking", blocks: [`#${task}`] },
  ]);
  expect((await listed())[0]?.proposal?.passages[0]?.citation).toMatch(/^docs\/\S+@[0-9a-f]{40}#L\d+-L\d+$/);

  await alice.comment(asked, "/answer It is not printed.");
  await bus.settled();
  expect(await listed()).toMatchObject([{ isOpen: true }]);
  await bob.comment(asked, "/answer It is not printed.");
  await bus.settled();
  expect(await listed()).toMatchObject([{ number: asked, isOpen: false }]);
  await close();
});

test("J02 in mode auto an answer is posted with file, commit and lines, and its question is answered and its task unblocked", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: auto}") });
  const alice = bus.as("alice");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const asked = await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [answer, ...others] = await ours(alice, "answer");
  expect(others).toEqual([]);
  const { data } = await alice.octokit.rest.repos.getCommit({ ...alice.repository, ref: "main" });
  expect(answer?.body).toContain(
    `/acme/demo/blob/${data.sha}/docs/adr/0004-write-dates-in-utc.md?plain=1#L11`,
  );
  const { data: file } = await alice.octokit.rest.repos.getContent({
    ...alice.repository,
    path: "docs/adr/0004-write-dates-in-utc.md",
    ref: data.sha,
    mediaType: { format: "raw" },
  });
  expect(String(file).split("\n")[10]).toContain("UTC with a trailing Z");
  expect(answer?.body).toContain("UTC with a trailing Z");
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(asked)).labels).toContain("answered");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
});

test("N19 J06 a repeated question is answered from what the page says then", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: auto}") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const maria = bus.as("maria");
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const first = await ask(alice, asksTimeZone, task);
  await bus.settled();
  await ask(bob, asksTimeZone, task);
  await bus.settled();
  const second = (await ours(bob, "answer")).at(-1)?.body;
  expect(second).toContain("UTC with a trailing Z");
  expect(second).not.toContain(`#${first}`);

  const path = "docs/adr/0004-write-dates-in-utc.md";
  const { data } = await maria.octokit.rest.repos.getContent({ ...maria.repository, path });
  const page = "content" in data ? Buffer.from(data.content, "base64").toString() : "";
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path,
    message: "Write the offset",
    sha: "sha" in data ? data.sha : "",
    content: Buffer.from(page.replaceAll("UTC with a trailing Z", "UTC with the offset +00:00")).toString(
      "base64",
    ),
  });
  await bus.settled();
  // The same words by the same account within seconds are one message.
  bus.clock.advance(60_000);
  const last = await ask(bob, asksTimeZone, task);
  await bus.settled();
  const { body } = (await ours(bob, "answer")).at(-1) ?? {};
  expect(body).toContain(`#${last}`);
  expect(body).toContain("the offset +00:00");
  expect(body).not.toContain("trailing Z");
});

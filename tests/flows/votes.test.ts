/** Agents and people vote on an option: who counts, what is carried, and what goes to a person. */
import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { escalationsIn, openTask, openVote, ours, reactionsTo, voteBody } from "../support/votes-story.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
const hour = 60 * 60_000;

let bus: TestBus;
afterEach(() => bus.stop());

/** The first word after a change of the text is shown the change, and the second counts. */
const voteTwice = async (voter: ReturnType<TestBus["as"]>, vote: number): Promise<void> => {
  await voter.comment(vote, "/vote 1");
  await bus.settled();
  bus.clock.advance(2_000);
  await voter.comment(vote, "/vote 1");
  await bus.settled();
};
const carried = { state: "closed", reason: "completed" };

async function statusOn(issue: number): Promise<string> {
  const [status = ""] = await ours(bus, issue);
  return status;
}

describe("a vote that blocks a task", () => {
  test("AG61 frees its task once enough have voted for one option, and not one vote earlier", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const deploy = await openTask(alice, "Deploy");
    const vote = await openVote(alice, {
      Question: "Is it ready?",
      Options: "1. Ready.\n2. Not yet.",
      Voters: "ada, bea",
      Needs: "2",
      "Blocking task": `#${deploy}`,
    });
    await bus.settled();
    expect(await alice.blockers(deploy)).toEqual([vote]);
    expect((await alice.see(deploy)).labels).toContain("status:blocked");
    const first = await ada.comment(vote, "/vote 1 because the tests pass");
    await bus.settled();
    expect(await reactionsTo(bus, first)).toEqual(["+1"]);
    expect((await alice.see(deploy)).labels).toContain("status:blocked");
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    expect(await statusOn(vote)).toContain("1 of 2 have voted");

    await bea.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject(carried);
    expect((await alice.see(deploy)).labels).toContain("status:ready");
    expect(await statusOn(vote)).toMatch(/^\*\*Carried:\*\* option 1, with 2 of 2 votes\./);
    expect(await escalationsIn(bus)).toEqual([]);
  });

  test("AG61 a rebuild from GitHub alone finds the same votes and outcomes", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const first = await openVote(alice);
    const second = await openVote(alice, { Voters: "ada, bea" });
    await bus.settled();
    for (const vote of [first, second]) await ada.comment(vote, "/vote 1");
    await bea.comment(second, "/vote 1");
    await bus.settled();
    const contact = readContact(bus.home);
    const headers = { authorization: `Bearer ${contact?.token}` };
    const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
    expect(await answer.json()).toMatchObject({ differences: [] });
    expect(await statusOn(first)).toContain("1 of 3 have voted");
  });

  test("AG61 closed by hand without an outcome, it still blocks, and a person decides it there", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const deploy = await openTask(alice, "Deploy");
    const vote = await openVote(bus.as("ada"), { "Blocking task": `#${deploy}` });
    await bus.settled();
    await bus.as("ada").close(vote);
    await bus.settled();
    expect((await alice.see(deploy)).labels).toContain("status:blocked");
    expect(await statusOn(vote)).toContain("**Closed without a decision.**");
    await alice.comment(vote, "/decide 2 because several processes share it");
    await bus.settled();
    expect((await alice.see(deploy)).labels).toContain("status:ready");
    expect(await statusOn(vote)).toMatch(/^\*\*Decided\*\* by `alice`: option 2\./);
  });
});

describe("who counts", () => {
  test("AG60 a voter changes its vote, and a deleted one no longer counts, for all to see", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const cleo = bus.as("cleo");
    const alice = bus.as("alice");
    const vote = await openVote(alice);
    await bus.settled();
    await ada.comment(vote, "/vote 1");
    await ada.comment(vote, "/vote 2");
    const deleted = await bea.comment(vote, "/vote 1");
    await bus.settled();
    expect(await statusOn(vote)).toContain("2. PostgreSQL.: 1 vote, `ada`");
    await bea.octokit.rest.issues.deleteComment({ ...bea.repository, comment_id: deleted });
    bus.clock.advance(60_000);
    await bus.settled();
    expect(await statusOn(vote)).toContain("Withdrawn, as the comment was deleted: `bea`.");
    await cleo.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    await cleo.comment(vote, "/vote 2");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject(carried);
    expect(await statusOn(vote)).toContain("**Carried:** option 2, with 2 of 3 votes.");
  });

  test("AG60 agents that share an account and prove nothing have one vote, and one with a key must sign", async () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnAS";
    bus = await startCrew({
      ada: { login: "ada" },
      twin: { login: "ada" },
      bea: { login: "bea" },
      dora: { login: "cleo", key },
    });
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const cleo = bus.as("cleo");
    const alice = bus.as("alice");
    const vote = await openVote(alice, { Voters: "ada, twin, bea, dora" });
    await bus.settled();
    expect(await statusOn(vote)).toContain("0 of 3 have voted; an option needs 2 votes.");
    await ada.comment(vote, "/vote 1\n\n```signalbox\nv: 1.1\nfrom: ada\n```\n");
    await ada.comment(vote, "/vote 1\n\n```signalbox\nv: 1.1\nfrom: twin\n```\n");
    const unsigned = await cleo.comment(vote, "/vote 1");
    await bus.settled();
    expect(await statusOn(vote)).toContain("1. SQLite, one file.: 1 vote, `ada/twin`");
    expect(await reactionsTo(bus, unsigned)).toEqual(["confused"]);
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    await bea.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject(carried);
  });

  test("AG60 an unknown voter, a wrong option and a late vote get one clear answer each", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bob = bus.as("bob");
    const alice = bus.as("alice");
    const vote = await openVote(alice, { Voters: "ada, bea, @maria" });
    await bus.settled();
    await bob.comment(vote, "/vote 1");
    await ada.comment(vote, "/vote 7");
    await ada.comment(vote, "/vote yes");
    await bus.settled();
    const [, notVoter, noOption, noNumber] = await ours(bus, vote);
    expect(notVoter).toContain("Only its voters can vote: `ada`, `bea`, `maria`.");
    expect(noOption).toContain("There are 2 options.");
    expect(noNumber).toContain("/vote 2 because …");
    expect(await statusOn(vote)).toContain("0 of 3 have voted");
    bus.clock.advance(25 * hour);
    await bus.settled();
    await ada.comment(vote, "/vote 1");
    await bus.settled();
    expect((await ours(bus, vote)).at(-1)).toMatch(/It ended at .* A person decides now: `\/decide 1`\./);
    expect(await ours(bus, vote)).toHaveLength(5);
    await ada.comment(vote, "/decide 1");
    await bus.settled();
    expect((await ours(bus, vote)).at(-1)).toContain(
      "It has ended, and only a person can decide it now. Ask one with write access to comment the same.",
    );
    await bus.as("maria").comment(vote, "/decide 1");
    await bus.settled();
    expect(await statusOn(vote)).toContain("**Decided** by");
  });

  test("AG60 a voter that the settings do not name is told to the author, and carries nothing meanwhile", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const alice = bus.as("alice");
    const vote = await openVote(alice, { Voters: "ada, bee", Needs: "1" });
    await bus.settled();
    expect((await alice.see(vote)).labels).toContain("needs-fix");
    expect(await statusOn(vote)).toContain(
      "The settings name no agent `bee`. A person is written `@bee`, an App's bot `@bee[bot]`.",
    );
    await ada.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    await alice.edit(vote, { body: voteBody({ Voters: "ada, bea", Needs: "1" }) });
    bus.clock.advance(2_000);
    await bus.settled();
    expect(await statusOn(vote)).toContain("Cast before the text changed, so it does not count: `ada`.");
    await voteTwice(ada, vote);
    expect(await alice.see(vote)).toMatchObject(carried);
  });

  test("AG60 changing the options under the votes starts again", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const vote = await openVote(alice);
    await bus.settled();
    await ada.comment(vote, "/vote 1");
    await bus.settled();
    await alice.edit(vote, { body: voteBody({ Options: "1. PostgreSQL.\n2. SQLite, one file." }) });
    bus.clock.advance(2_000);
    await voteTwice(bea, vote);
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    expect(await statusOn(vote)).toContain("1 of 3 have voted");
  });
});

describe("a vote without a decision", () => {
  test("AG60 tied, it goes to one person's decision, which has its effect once", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const maria = bus.as("maria");
    const deploy = await openTask(alice, "Deploy");
    const vote = await openVote(alice, { Voters: "ada, bea", "Blocking task": `#${deploy}` });
    await bus.settled();
    await ada.comment(vote, "/vote 1");
    await bea.comment(vote, "/vote 2");
    await bus.settled();
    const [raised, ...more] = await escalationsIn(bus);
    expect(more).toEqual([]);
    expect(raised?.title).toBe("Escalation: Which store");
    expect(raised?.body).toContain("ended without a decision, and #");
    expect(raised?.body).toContain("it is tied.");
    expect(raised?.body).toContain("- Option 1: 1 vote, `ada`");
    expect((await alice.see(vote)).labels).toContain("escalated");
    expect((await alice.see(deploy)).labels).toContain("status:blocked");
    await maria.comment(raised?.number ?? 0, "/decide 2 because two processes write");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject(carried);
    expect(await alice.see(raised?.number ?? 0)).toMatchObject(carried);
    expect((await alice.see(deploy)).labels).toContain("status:ready");
    expect(await statusOn(vote)).toMatch(/^\*\*Decided\*\* by `maria`: option 2\.[\s\S]*> PostgreSQL\./);
    const settled = await ours(bus, deploy);
    await bus.sweep();
    expect(await ours(bus, deploy)).toEqual(settled);
    expect(await escalationsIn(bus)).toEqual([]);
  });

  test("AG60 at its deadline nothing is taken for a vote, even if the settings take defaults", async () => {
    bus = await startCrew(crew, {});
    const ada = bus.as("ada");
    const alice = bus.as("alice");
    const deploy = await openTask(alice, "Deploy");
    const vote = await openVote(alice, { Deadline: "2h", "Blocking task": `#${deploy}` });
    await bus.settled();
    await ada.comment(vote, "/vote 1");
    await bus.settled();
    bus.clock.advance(2 * hour + 60_000);
    await bus.settled();
    const [raised] = await escalationsIn(bus);
    expect(raised?.body).toContain("its time is over.");
    expect(await statusOn(vote)).toMatch(/^\*\*No decision:\*\* its time was over at /);
    await alice.edit(raised?.number ?? 0, { body: `${raised?.body}\n\n### Default\n\n1\n` });
    await bus.settled();
    bus.clock.advance(48 * hour);
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject({ state: "open" });
    expect((await alice.see(deploy)).labels).toContain("status:blocked");
  });
});

describe("a vote about a question", () => {
  const questionOn = (task: number): string =>
    form({
      "Blocking task": `#${task}`,
      Category: "architecture",
      Urgency: "important",
      Context: "Both would do.",
    });

  test("AG60 is recommended to a person, as long as no policy row lets votes answer", async () => {
    bus = await startCrew(crew);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const maria = bus.as("maria");
    const task = await openTask(alice, "Store deliveries");
    const asked = await alice.open("Q: Which store?", questionOn(task), ["kind:question"]);
    const vote = await openVote(alice, { Regarding: `#${asked}` });
    await bus.settled();
    expect(await alice.blockers(asked)).toEqual([]);
    await ada.comment(vote, "/vote 1");
    await bea.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(vote)).toMatchObject(carried);
    expect(await alice.see(asked)).toMatchObject({ state: "open" });
    const [raised] = await escalationsIn(bus);
    expect(raised?.body).toContain(`The vote #${vote} about #${asked} carried option 1 with 2 of 3 votes.`);
    expect(raised?.body).toContain(`Option 1, which the vote #${vote} carried.`);
    expect(raised?.body).toContain("- Option 1: 2 votes, `ada` and `bea`");
    await maria.comment(raised?.number ?? 0, "/decide 1");
    await bus.settled();
    expect(await alice.see(asked)).toMatchObject(carried);
    expect((await alice.see(task)).labels).toContain("status:ready");
  });

  test("AG60 answers its question where a policy row names votes, and the row is cited", async () => {
    bus = await startCrew(crew);
    const row = "{name: by-vote, who: [vote], categories: [architecture]}";
    await nameCrew(bus, crew, `policy: [${row}, {name: people, who: [people]}]\n`);
    const ada = bus.as("ada");
    const bea = bus.as("bea");
    const alice = bus.as("alice");
    const task = await openTask(alice, "Store deliveries");
    const asked = await alice.open("Q: Which store?", questionOn(task), ["kind:question"]);
    const alone = await openVote(alice, { Regarding: `#${asked}`, Voters: "ada", Needs: "1" });
    await bus.settled();
    await ada.comment(alone, "/vote 2");
    await bus.settled();
    expect(await alice.see(asked)).toMatchObject({ state: "open" });
    const vote = await openVote(alice, { Regarding: `#${asked}` });
    await bus.settled();
    // The status that shows the question is older by a second.
    bus.clock.advance(1_100);
    await ada.comment(vote, "/vote 1");
    await bea.comment(vote, "/vote 1");
    await bus.settled();
    expect(await alice.see(asked)).toMatchObject(carried);
    const [status] = await ours(bus, asked);
    expect(status).toContain(`**Answered** by \`signalbox\` in #${vote}. *Policy: by-vote.*`);
    expect((await alice.see(task)).labels).toContain("status:ready");
    expect(await escalationsIn(bus)).toEqual([]);
  });
});

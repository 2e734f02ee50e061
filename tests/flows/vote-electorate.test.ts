/** Who may vote while the settings change under a vote, and agents of one account of which only some have keys. */
import { afterEach, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { escalationsIn, openTask, openVote, ours, reactionsTo, voteBody } from "../support/votes-story.ts";

const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnAS";
const ada = { login: "ada" };
const bea = { login: "bea" };
const cleo = { login: "cleo" };
const crew: Crew = { ada, bea, cleo };
const hour = 60 * 60_000;
const carried = { state: "closed", reason: "completed" };
const from = (name: string): string => `\n\n\`\`\`signalbox\nv: 1.1\nfrom: ${name}\n\`\`\`\n`;

let bus: TestBus;
afterEach(() => bus.stop());

async function vote(who: string, issue: number, words = "/vote 1"): Promise<number> {
  const comment = await bus.as(who).comment(issue, words);
  await bus.settled();
  return comment;
}

async function statusOn(issue: number): Promise<string> {
  const [status = ""] = await ours(bus, issue);
  return status;
}

describe("an account of which only one agent has a key", () => {
  test("AG60 has no vote beside that agent's, and the reply says what would make it one", async () => {
    bus = await startCrew({ ada: { ...ada, key }, twin: ada, bea, cleo });
    const issue = await openVote(bus.as("alice"), { Voters: "agents", Needs: "2" });
    await bus.settled();
    expect(await statusOn(issue)).toContain("0 of 3 have voted");
    const named = await vote("ada", issue, `/vote 1${from("twin")}`);
    const [, reply, ...more] = await ours(bus, issue);
    expect(await reactionsTo(bus, named)).toEqual([]);
    expect(reply).toContain("`twin` has no key, and another agent of its account has one");
    expect(reply).toContain("signalbox agents");
    expect(more).toEqual([]);
    const unnamed = await vote("ada", issue);
    expect(await reactionsTo(bus, unnamed)).toEqual([]);
    await vote("bea", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
    expect(await statusOn(issue)).toContain("1 of 3 have voted");
  });

  test("AG60 is told to the author of a vote that names its agent without a key", async () => {
    bus = await startCrew({ ada: { ...ada, key }, twin: ada });
    const issue = await openVote(bus.as("alice"), { Voters: "ada, twin", Needs: "all" });
    await bus.settled();
    expect((await bus.as("alice").see(issue)).labels).toContain("needs-fix");
    expect(await statusOn(issue)).toContain("`twin` has no key, and another agent of its account has one");
  });

  test("AG60 loses the vote that it cast before one of its agents had a key", async () => {
    bus = await startCrew({ ada, twin: ada, bea });
    const issue = await openVote(bus.as("alice"), { Voters: "agents", Needs: "2" });
    await bus.settled();
    await vote("ada", issue, `/vote 1${from("twin")}`);
    expect(await statusOn(issue)).toContain("1 of 2 have voted");
    await nameCrew(bus, { ada: { ...ada, key }, twin: ada, bea });
    await vote("bea", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
    expect(await statusOn(issue)).toContain(
      "No longer able to vote, as the settings have changed: `ada/twin`. They count as",
    );
  });
});

describe("the voters of a round", () => {
  test.each(["agents", "role:reviewer", "ada, bea, cleo"])(
    "AG60 stay as many as %s were, whoever leaves the settings, and no fewer votes carry",
    async (Voters) => {
      const reviewers = Object.fromEntries(
        Object.entries(crew).map(([name, entry]) => [name, { ...entry, role: "reviewer" }]),
      );
      bus = await startCrew(reviewers);
      const alice = bus.as("alice");
      const deploy = await openTask(alice, "Deploy");
      const issue = await openVote(alice, { Voters, "Blocking task": `#${deploy}` });
      await bus.settled();
      await vote("ada", issue);
      await nameCrew(bus, { ada: { ...ada, role: "reviewer" } });
      bus.clock.advance(60_000);
      await bus.sweep();
      expect(await alice.see(issue)).toMatchObject({ state: "open" });
      expect(await statusOn(issue)).toContain("1 of 3 have voted; an option needs 2 votes.");
      expect(await statusOn(issue)).toContain(
        "No longer able to vote, as the settings have changed: `bea` and `cleo`. They count as",
      );
      const late = await vote("bea", issue);
      expect(await reactionsTo(bus, late)).toEqual([]);
      expect((await ours(bus, issue)).at(-1)).toContain("The settings have changed since this vote began");
      bus.clock.advance(25 * hour);
      await bus.settled();
      const [raised] = await escalationsIn(bus);
      expect(raised?.body).toContain("its time is over.");
      expect((await alice.see(deploy)).labels).toContain("status:blocked");
    },
  );

  test("AG60 stay those who held its tasks, also when they hold them no longer", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const tasks = [await openTask(alice, "Build"), await openTask(alice, "Deploy")];
    await bus.settled();
    for (const [at, who] of ["ada", "bea"].entries()) await vote(who, tasks[at] ?? 0, "/claim");
    const issue = await openVote(alice, {
      Voters: "holders",
      Needs: "all",
      "Blocking task": tasks.map((task) => `#${task}`).join(", "),
    });
    await bus.settled();
    await vote("bea", tasks[1] ?? 0, "/release");
    await vote("ada", issue);
    expect(await statusOn(issue)).toContain("1 of 2 have voted");
    await vote("bea", issue);
    expect(await alice.see(issue)).toMatchObject(carried);
  });

  test("AG60 keep a vote that was cast in a role when the role goes to somebody else", async () => {
    const roles = (of: readonly string[]): Crew =>
      Object.fromEntries(
        Object.entries(crew).map(([name, entry]) => [
          name,
          of.includes(name) ? { ...entry, role: "reviewer" } : entry,
        ]),
      );
    bus = await startCrew(roles(["ada", "bea"]));
    const issue = await openVote(bus.as("alice"), { Voters: "role:reviewer", Needs: "all" });
    await bus.settled();
    await vote("ada", issue);
    await nameCrew(bus, roles(["bea", "cleo"]));
    expect(await reactionsTo(bus, await vote("cleo", issue))).toEqual([]);
    expect(await statusOn(issue)).toContain("1 of 2 have voted");
    await vote("bea", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject(carried);
    expect(await statusOn(issue)).toContain("with 2 of 2 votes");
  });

  test("AG60 are the same in an index that was rebuilt, and others only when the vote starts again", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const issue = await openVote(alice, { Voters: "agents" });
    await bus.settled();
    await vote("ada", issue);
    await nameCrew(bus, { ada, bea });
    const contact = readContact(bus.home);
    const headers = { authorization: `Bearer ${contact?.token}` };
    const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
    expect(await answer.json()).toMatchObject({ differences: [] });
    expect(await statusOn(issue)).toContain("1 of 3 have voted");
    bus.clock.advance(60_000);
    await alice.edit(issue, { body: voteBody({ Voters: "agents", Needs: "all" }) });
    bus.clock.advance(2_000);
    await bus.settled();
    expect(await statusOn(issue)).toContain("0 of 2 have voted; an option needs 2 votes.");
  });

  test("AG60 an edit there and back brings no vote of the first voters to the new ones", async () => {
    bus = await startCrew(crew);
    const alice = bus.as("alice");
    const issue = await openVote(alice, { Voters: "agents" });
    await bus.settled();
    await vote("ada", issue);
    for (const body of [voteBody({ Voters: "people", Needs: "3" }), voteBody({ Voters: "agents" })]) {
      await nameCrew(bus, { ada });
      bus.clock.advance(60_000);
      await alice.edit(issue, { body });
      bus.clock.advance(2_000);
      await bus.settled();
    }
    expect(await alice.see(issue)).toMatchObject({ state: "open" });
    expect(await statusOn(issue)).toContain("0 of 1 have voted");
    expect(await statusOn(issue)).toContain("Cast before the text changed, so it does not count: `ada`.");
  });
});

describe("people beside agents", () => {
  test("AG60 are not joined by an agent that was removed after it voted", async () => {
    bus = await startCrew(crew);
    const issue = await openVote(bus.as("alice"), { Voters: "agents, people", Needs: "2" });
    await bus.settled();
    await vote("ada", issue);
    await nameCrew(bus, { bea, cleo });
    await vote("maria", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
    expect(await statusOn(issue)).toContain("1 have voted");
    await nameCrew(bus, crew);
    bus.clock.advance(60_000);
    await bus.sweep();
    expect(await bus.as("alice").see(issue)).toMatchObject(carried);
  });

  test("AG60 lose the vote of an account that has since become an agent's", async () => {
    bus = await startCrew({ ada });
    const issue = await openVote(bus.as("alice"), { Voters: "people", Needs: "2" });
    await bus.settled();
    await vote("bob", issue);
    await nameCrew(bus, { ada, robot: { login: "bob" } });
    await vote("maria", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
  });
});

/** Who may vote while the settings change under a vote, and the one voice of agents that share a login. */
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

describe("agents of one login", () => {
  test("AG60 are one voice, whatever names and keys they have, and the tally says so", async () => {
    bus = await startCrew({ ada: { ...ada, key }, twin: ada, bea, cleo });
    const issue = await openVote(bus.as("alice"), { Voters: "agents", Needs: "2" });
    await bus.settled();
    expect(await statusOn(issue)).toContain("0 of 3 have voted");
    expect(await statusOn(issue)).toContain("`ada` and `twin` write with one login and are one voice.");
    const named = await vote("ada", issue, `/vote 1${from("twin")}`);
    expect(await reactionsTo(bus, named)).toEqual(["+1"]);
    await vote("ada", issue);
    expect(await statusOn(issue)).toContain("1 of 3 have voted");
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
    await vote("bea", issue);
    expect(await bus.as("alice").see(issue)).toMatchObject(carried);
  });

  test("AG60 a vote that needs more voices than its voters have logins goes to a person at once", async () => {
    bus = await startCrew({ ada: { ...ada, key }, twin: ada, third: ada });
    const issue = await openVote(bus.as("alice"), { Voters: "ada, twin, third", Needs: "3" });
    await bus.settled();
    const [raised] = await escalationsIn(bus);
    expect(raised?.body).toContain("it needs more votes than there are logins to cast them");
    expect(await statusOn(issue)).toContain("an option needs 3 votes, and its voters have 1 login");
    await bus.as("maria").comment(raised?.number ?? 0, "/decide 1");
    await bus.settled();
    expect(await bus.as("alice").see(issue)).toMatchObject(carried);
  });

  test("AG60 the login that asked does not carry its vote alone", async () => {
    bus = await startCrew({ ada, twin: ada, bea });
    const issue = await openVote(bus.as("ada"), { Voters: "agents", Needs: "1" });
    await bus.settled();
    await vote("ada", issue, `/vote 2${from("twin")}`);
    expect(await bus.as("alice").see(issue)).toMatchObject({ state: "open" });
    const [raised] = await escalationsIn(bus);
    expect(raised?.body).toContain("only the login that asked has voted");
    await vote("bea", issue, "/vote 2");
    expect(await bus.as("alice").see(issue)).toMatchObject(carried);
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
    expect(await statusOn(issue)).toContain("1 has voted");
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

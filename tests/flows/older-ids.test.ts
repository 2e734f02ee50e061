/** Plays stories in a repository whose node ids have GitHub's older format, as those made before 2021. */
import { afterEach, describe, expect, test } from "vitest";
import type { IdFormat } from "../../src/hub/core.ts";
import { signalbox } from "../cli/terminal.ts";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { botLogin, openQuestion, openTask, questionText } from "../support/freeing.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };

let bus: TestBus;
let alice: Actor;
let bob: Actor;
afterEach(() => bus.stop());

async function start(idFormat: IdFormat, newerIdHeader: "graphql" | "everywhere" = "graphql"): Promise<void> {
  bus = await startCrew(crew, { idFormat, unknown: { newerIdHeader } });
  [alice, bob] = [bus.as("alice"), bus.as("bob")];
}

/** What our bot said on an issue. */
async function saidOn(issue: number): Promise<readonly string[]> {
  return (await alice.comments(issue)).filter(({ author }) => author === botLogin).map(({ body }) => body);
}

/** Plays a command of the owner. Resolves to what it printed: JSON, if that was asked for. */
async function owner(command: readonly string[]): Promise<unknown> {
  const { code, out } = await signalbox([...command, "--home", bus.home]);
  expect(code).toBe(0);
  return command.includes("--json") ? JSON.parse(out) : out;
}

/** What a stranger composes: a newer id of a comment with this number, in a repository that is none of ours. */
function idInAnotherRepository(comment: number): string {
  const packed = Buffer.from([0x93, 0, 0xce, 0, 0, 0x1a, 0x0a, 0xce, 0, 0, 0, 0]);
  packed.writeUInt32BE(comment, 8);
  return `IC_${packed.toString("base64url")}`;
}

test.each(["graphql", "everywhere"] as const)(
  "a question blocks its task, and its answer unblocks the task, where the newer ids come by %s",
  async (newerIdHeader) => {
    await start("older", newerIdHeader);
    const task = await openTask(alice);
    const question = await openQuestion(alice, task);
    await bus.settled();
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
    const said = (await alice.comments(task)).filter(({ author }) => author === botLogin);
    expect(said.map(({ body }) => body).join("\n")).toContain("@alice, this task is ready");
  },
);

test("a host that changes its ids while we run breaks no wait, and nothing is said twice", async () => {
  await start("older only");
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  bus.hub.setIdFormat("newer");
  await bob.comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  expect((await alice.see(question)).state).toBe("closed");
  const about = questionText(task, "Minutes or days?");
  const next = await alice.open("Q: How long may a session last?", about, ["kind:question"]);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  await bob.comment(next, "/answer Thirty minutes.");
  await bus.settled();
  const said = (await alice.comments(task)).filter(({ author }) => author === botLogin);
  expect(said).toHaveLength(2);
  // The repository counts as new under its other id; what was said before is known by its marker.
  await bus.sweep();
  expect((await alice.comments(task)).filter(({ author }) => author === botLogin)).toHaveLength(2);
  expect(bus.ledger().filter(({ kind }) => kind === "forged-marker")).toEqual([]);
  for (const asked of [question, next])
    expect((await alice.comments(asked)).filter(({ author }) => author === botLogin)).toHaveLength(1);
});

describe.each(["graphql", "everywhere"] as const)(
  "an index with older ids, once newer ones come by %s,",
  (by) => {
    /** The earlier release did not ask for the newer format. */
    async function startAnew(): Promise<void> {
      await bus.stopServer();
      bus.hub.setIdFormat("older");
      await bus.startServer();
      await bus.sweep();
    }

    test("goes on: no lease is lost, nothing is said twice, and no comment of ours counts as forged", async () => {
      await start("older only", by);
      const [ada, bea] = [bus.as("ada"), bus.as("bea")];
      const held = await alice.open("Sign out", "### Goal\n\nPeople can sign out.", ["kind:task"], []);
      const waiting = await openTask(alice);
      const asked = await openQuestion(alice, waiting);
      const done = await openTask(alice, { title: "Sign up" });
      const answered = await alice.open("Q: How long?", questionText(done, "Days?"), ["kind:question"]);
      await bus.settled();
      await ada.comment(held, "/claim");
      await bea.comment(held, "/claim");
      await bob.comment(answered, "/answer Ten days.");
      await bob.comment(waiting, "/answer This is no question.");
      await bus.settled();
      const all = [held, waiting, asked, done, answered];
      const before = await Promise.all(all.map(saidOn));
      const labels = await Promise.all(all.map((issue) => alice.see(issue)));
      expect([labels[0], labels[1], labels[3]].map((each) => each?.labels[1])).toEqual([
        "status:in-progress",
        "status:blocked",
        "status:ready",
      ]);

      await startAnew();
      expect(await Promise.all(all.map(saidOn))).toEqual(before);
      expect(await Promise.all(all.map((issue) => alice.see(issue)))).toEqual(labels);
      expect(bus.ledger().filter(({ kind }) => kind === "forged-marker")).toEqual([]);

      await bea.comment(held, "/claim");
      await ada.comment(held, "/release because it needs go");
      await bob.comment(asked, "/answer Opaque tokens.");
      await bus.settled();
      expect((await alice.see(waiting)).labels).toEqual(["kind:task", "status:ready"]);
      expect((await alice.see(held)).labels).toEqual(["kind:task", "status:ready"]);
      expect((await saidOn(waiting)).filter((body) => body.includes("this task is ready"))).toHaveLength(1);
    });

    test("has the owner's pause: nothing is written until it ends", async () => {
      await start("older only", by);
      await openTask(alice);
      await bus.settled();
      await owner(["pause", "--repo", "acme/demo", "--reason", "moving"]);

      await startAnew();
      expect(await bus.server().health()).toMatchObject({ paused: 1 });
      const task = await openTask(alice, { title: "Sign out" });
      await bus.settled();
      expect((await alice.see(task)).labels).toEqual(["kind:task"]);
      expect(await owner(["pause", "--repo", "acme/demo", "--json"])).toMatchObject({
        repositories: [{ name: "acme/demo" }],
      });
      expect(await owner(["resume", "--repo", "acme/demo", "--json"])).toMatchObject({ repositories: [] });
      await bus.settled();
      expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
      expect(await bus.server().health()).toMatchObject({ paused: 0 });
    });

    test("gives no task while the owner pauses claims", async () => {
      await start("older only", by);
      const ada = bus.as("ada");
      const task = await openTask(alice);
      await bus.settled();
      await owner(["pause", "--claims", "--repo", "acme/demo"]);
      await startAnew();
      expect(await bus.server().health()).toMatchObject({ paused: 0, claimsPaused: 1 });
      await ada.comment(task, "/claim");
      await bus.settled();
      expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
      await owner(["resume", "--claims", "--repo", "acme/demo"]);
      expect(await bus.server().health()).toMatchObject({ claimsPaused: 0 });
    });

    test("learns from GitHub alone what an id is called: a stranger's comment that is one makes nothing run again", async () => {
      await start("older only", by);
      const [ada, bea, mallory] = [bus.as("ada"), bus.as("bea"), bus.as("mallory")];
      const held = await alice.open("Sign out", "### Goal\n\nPeople can sign out.", ["kind:task"], []);
      await bus.settled();
      for (const [actor, text] of [
        [ada, "/claim"],
        [bea, "/claim"],
        [ada, "/release because it needs go"],
      ] as const) {
        await actor.comment(held, text);
        await bus.settled();
      }
      const { data } = await alice.octokit.rest.issues.listComments({
        ...alice.repository,
        issue_number: held,
      });
      for (const { id, body } of data)
        if (body?.startsWith("/") === true) await mallory.comment(held, idInAnotherRepository(id));
      await bus.settled();
      const before = await saidOn(held);
      const leases = bus.ledger().filter(({ kind }) => kind === "lease");

      await startAnew();
      expect(await saidOn(held)).toEqual(before);
      expect((await alice.see(held)).labels).toEqual(["kind:task", "status:ready"]);
      expect(bus.ledger().filter(({ kind }) => kind === "lease")).toEqual(leases);
    });

    test("D06 a deleted question is gone at once, although GitHub cannot say how it writes its id", async () => {
      await start("older only", by);
      const task = await openTask(alice);
      const question = await openQuestion(alice, task);
      await bus.settled();
      await startAnew();
      const maria = bus.as("maria");
      const { data } = await maria.octokit.rest.issues.get({ ...maria.repository, issue_number: question });
      await maria.octokit.graphql(
        "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }",
        { id: data.node_id },
      );
      await bus.settled();
      expect((await alice.see(task)).labels).toEqual(["escalated", "kind:task", "status:blocked"]);
      expect((await saidOn(task))[0]).toContain("`maria` has to decide in #");
    });
  },
);

/**
 * A stranger, with nothing but an account, spends what the App may ask of GitHub: it opens, edits, renames, closes and reacts as
 * fast as it can. Each act costs a few points at most, all beyond its share wait, and what others do has its effect at once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { blockedPair } from "../support/freeing.ts";
import { playsEvery, someOf } from "./attacks.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const rounds = playsEvery ? 150 : 8;

async function pointsUsed(): Promise<number> {
  const ask = await bus.testHub.asInstallation();
  const { resources } = (await ask("GET", "/rate_limit")).body;
  return resources.core.used + resources.graphql.used;
}

/** Resolves when nothing is under way. What was put off may wait. */
async function atRest(): Promise<void> {
  await bus.hub.idle();
  await bus.server().idle();
}

type Act = (issue: number, round: number) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  "edits its issue": (issue, round) =>
    bus.as("mallory").edit(issue, { body: form({ Goal: `Build ${round}.` }) }),
  "renames its issue": (issue, round) => bus.as("mallory").edit(issue, { title: `Task: Build ${round}` }),
  "closes and reopens its issue": (issue, round) =>
    round % 2 === 0 ? bus.as("mallory").close(issue) : bus.as("mallory").reopen(issue),
  "comments on its issue, a command each": (issue, round) =>
    bus.as("mallory").comment(issue, `/answer ${round}`),
  "edits one comment": async (issue, round) => {
    const { octokit, repository, comment } = bus.as("mallory");
    if (round === 0) comments.set(issue, await comment(issue, "First"));
    const id = comments.get(issue) ?? 0;
    await octokit.rest.issues.updateComment({ ...repository, comment_id: id, body: `/approve ${round}` });
  },
  "comments and deletes": async (issue, round) => {
    const { octokit, repository, comment } = bus.as("mallory");
    const id = await comment(issue, `/decide ${round}`);
    await octokit.rest.issues.deleteComment({ ...repository, comment_id: id });
  },
  "opens questions about everybody's task": (issue, round) =>
    bus.as("mallory").open(
      `Q: Which, ${issue} ${round}?`,
      form({
        "Blocking task": "#1",
        Category: "architecture",
        Urgency: "blocking",
        Context: `See #${issue}, #2 and #3.`,
      }),
    ),
};
const comments = new Map<number, number>();

test.each(someOf(Object.entries(acts), 2))(
  "it %s: cheap, and nobody else waits",
  { timeout: 120_000 },
  async (_, act) => {
    const { task, question } = await blockedPair(bus);
    const issue = await bus.as("mallory").open("Task: Build", form({ Goal: "Build." }), [], []);
    await atRest();
    const before = await pointsUsed();
    for (let round = 0; round < rounds; round += 1) {
      await act(issue, round);
      await atRest();
    }
    expect((await pointsUsed()) - before).toBeLessThan(rounds * 6 + 20);

    await bus.as("bob").comment(question, "/answer SQLite.");
    const alice = bus.as("alice");
    await expect.poll(async () => (await alice.see(task)).labels).toContain("status:ready");
    expect((await alice.see(question)).state).toBe("closed");
    bus.clock.advance(60 * 60_000);
    await bus.settled();
  },
);

/**
 * The main story over HTTP: a question blocks a task, its answer unblocks it, one person is notified once,
 * and the ledger says why. The only waits are for what people would wait for.
 */
import { afterEach, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { quickest, unhinderedMs } from "../support/own-time.ts";
import { seeIssue, takePicture } from "../support/picture.ts";
import {
  answerBody,
  type Cast,
  numberOf,
  playStory,
  questionBody,
  type Step,
  type Story,
  taskBody,
} from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const asked: Story = [
  {
    who: "alice",
    does: "open",
    issue: "login",
    title: "Sign in",
    body: taskBody("People can sign in."),
    kind: "task",
  },
  { who: "maria", does: "assign", issue: "login", to: "bob" },
  { who: "alice", does: "open", issue: "token", title: "Q: Which token?", body: questionBody("{login}") },
];

const answers: readonly (readonly [string, Step])[] = [
  [
    "/answer",
    { who: "maria", does: "comment", issue: "token", text: "/answer Opaque tokens.\n\nIn a table." },
  ],
  [
    "an answer issue",
    {
      who: "maria",
      does: "open",
      issue: "answer",
      title: "A: Opaque tokens",
      body: answerBody("{token}", "Opaque tokens.\n\nIn a table."),
    },
  ],
];

/** Resolves when GitHub sends the webhook of the label. */
function labelled(cast: Cast, issue: string, label: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = bus.hub.observe((seen) => {
      if (seen.kind !== "delivery" || seen.event !== "issues" || seen.action !== "labeled") return;
      const told = JSON.stringify(seen.payload);
      if (!told.includes(`"number":${numberOf(cast, issue)},`) || !told.includes(`"name":"${label}"`)) return;
      stop();
      resolve();
    });
  });
}

describe.each(answers)("a question blocks a task until %s", (_, answer) => {
  test("A01 S3.91 a task is blocked, answered and unblocked within a second, and its assignee notified once", async () => {
    bus = await startBus({ hasLabels: false });
    const cast = await playStory(asked, bus.as, bus.settled);
    const { picture } = await takePicture(bus.as("maria"), cast);
    expect(picture.issues.login).toMatchObject({
      labels: ["kind:task", "status:blocked"],
      blockedBy: ["{token}"],
      status: [],
    });
    expect(picture.issues.token?.status).toEqual([]);

    let told: Cast | undefined = cast;
    const took = await quickest(1_000, async () => {
      const next = told ?? (await playStory(asked, bus.as, bus.settled));
      told = undefined;
      const freed = labelled(next, "login", "status:ready");
      const ms = await unhinderedMs(async () => {
        await playStory([answer], bus.as, undefined, next);
        await freed;
      });
      await bus.settled();
      return ms;
    });
    expect(took).toBeLessThan(1_000);

    const after = await takePicture(bus.as("maria"), cast);
    expect(after.picture.issues.token).toMatchObject({
      state: "closed as completed",
      labels: ["answered", "category:architecture", "kind:question", "urgency:blocking"],
      status: [
        expect.stringMatching(
          /^\*\*Answered\*\* by `maria`[^.]*\.(?: \*Policy: [^*]*\*)?\n\n> Opaque tokens\.\n>\n> In a table\./,
        ),
      ],
    });
    expect(after.picture.issues.login).toMatchObject({
      state: "open",
      labels: ["kind:task", "status:ready"],
      blockedBy: ["{token}"],
      status: [],
    });
    expect(after.wakes).toEqual({ twins: [], asleep: [], count: 1 });
    const wake = (await bus.as("bob").comments(numberOf(cast, "login"))).find(({ body }) =>
      body.includes("is ready"),
    );
    expect(wake?.body).toMatch(/^@bob, this task is ready[\s\S]*> Opaque tokens\./);
    expect(wake?.body).not.toContain("@alice");
    if (cast.has("answer"))
      expect(after.picture.issues.answer).toMatchObject({
        state: "closed as completed",
        labels: ["kind:answer"],
      });
  });

  test("everything done is in the ledger with its rule, its reason and who asked", async () => {
    bus = await startBus();
    const cast = await playStory([...asked, answer], bus.as, bus.settled);
    const done = bus.ledger().filter(({ kind }) => kind === "done");
    expect(done.length).toBeGreaterThan(5);
    for (const row of done) {
      expect(row.rule).toMatch(/^[a-z-]+$/);
      expect(row.because.length).toBeGreaterThan(10);
      expect(row.issue_id).toMatch(/^I_/);
    }
    const token = await seeIssue(bus.as("maria"), numberOf(cast, "token"));
    const privileged = done.filter(
      ({ rule, issue_id }) => rule === "make-edges" || (rule === "close-settled" && issue_id === token.id),
    );
    expect(privileged.map(({ rule, actor_login, actor_role }) => [rule, actor_login, actor_role])).toEqual(
      expect.arrayContaining([
        ["make-edges", "alice", "write"],
        ["close-settled", "maria", "admin"],
      ]),
    );
    for (const row of privileged) {
      expect(row.actor_id).toMatch(/^U_/);
      expect(row.delivery).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(
      done.find(({ rule, issue_id }) => rule === "close-settled" && issue_id === token.id)?.because,
    ).toContain("Answered by maria");
    await bus.as("bob").comment(numberOf(cast, "login"), "/explain");
    await bus.settled();
    const explained = (await bus.as("bob").comments(numberOf(cast, "login"))).at(-1);
    expect(explained?.body).toContain("Nothing blocks it any more");
  });
});

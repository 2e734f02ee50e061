/**
 * Tests decisions and tracks in the repository's own files, where the App may write contents. Files are
 * written with the next sweep, not when an answer is accepted, and people may write them at the same time.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { questionBody } from "../support/story.ts";

let bus: TestBus;
let alice: Actor;
let maria: Actor;
const place = { owner: "acme", repo: "demo" };
const larger = {
  contents: "write",
  issues: "write",
  metadata: "read",
  checks: "write",
  pull_requests: "write",
} as const;
beforeEach(async () => {
  bus = await startBus({ startsServer: false });
  alice = bus.as("alice");
  maria = bus.as("maria");
});
afterEach(() => bus.stop());

async function fileAt(path: string, ref?: string): Promise<string | undefined> {
  try {
    const { data } = await maria.octokit.rest.repos.getContent({
      ...place,
      path,
      ...(ref === undefined ? {} : { ref }),
    });
    return "content" in data ? Buffer.from(data.content, "base64").toString() : undefined;
  } catch {
    return undefined;
  }
}
const put = (path: string, text: string, sha?: string) =>
  maria.octokit.rest.repos.createOrUpdateFileContents({
    ...place,
    path,
    message: "Write by hand",
    content: Buffer.from(text).toString("base64"),
    ...(sha === undefined ? {} : { sha }),
  });

/** A task of a track, a question that blocks it, and its answer. Resolves to the question's number. */
async function decide(goal: string): Promise<number> {
  const task = await alice.open(goal, `### Goal\n\n${goal}.\n\n### Track\n\nbackend\n`, ["kind:task"]);
  const question = await alice.open(`Q: Which | way for ${goal}?`, questionBody(`#${task}`));
  await bus.settled();
  await maria.comment(question, "/answer The first way.\n\nfixes #1 @alice");
  await bus.settled();
  return question;
}

test("S3.43 S3.46 S3.56 S3.60 S3.62 S3.67 an App that may write contents records each decision once, and maintains the track's page", async () => {
  bus.hub.setPermissions(larger);
  await bus.startServer();
  const question = await decide("Store deliveries");
  await bus.sweep();
  const page = (await fileAt("context/decisions.md")) ?? "";
  expect(page).toContain(`](../docs/adr/question-${question}.md) | #${question} | \`maria\` |`);
  const record = (await fileAt(`docs/adr/question-${question}.md`)) ?? "";
  expect(record).toContain("> The first way.");
  expect(record).not.toContain("@alice ");
  const track = (await fileAt("context/tracks/backend.md")) ?? "";
  expect(track).toContain(`- #${question} Which \\| way for Store deliveries?: The first way.`);
  expect(track).toMatch(/\| ready \| `alice` \| +\|/);

  const { data: before } = await maria.octokit.rest.repos.listCommits(place);
  await bus.sweep();
  const { data: after } = await maria.octokit.rest.repos.listCommits(place);
  expect(after.length).toBe(before.length);
});

test("N19 a task by a user without write access is on no track's page and creates none, and a track's state is not a decision", async () => {
  bus.hub.setPermissions(larger);
  await put(".github/signalbox.yml", "coordinator: {mode: auto}\n");
  await bus.startServer();
  const question = await decide("Store deliveries");
  const mallory = bus.as("mallory");
  for (const track of ["backend", "spam"])
    await mallory.open("Buy now", `### Goal\n\nBuy.\n\n### Track\n\n${track}\n`, ["kind:task"]);
  await put("context/constraints.md", "# Constraints\n\nMoney is whole cents.\n");
  const asked = await alice.open("Q: What is the status of track backend?", questionBody(`#${question - 1}`));
  await bus.settled();
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  await bus.sweep();
  expect(await fileAt("context/tracks/backend.md")).not.toContain("Buy now");
  expect(await fileAt("context/tracks/spam.md")).toBeUndefined();
  const page = await fileAt("context/decisions.md");
  expect(page).toContain(`#${question} |`);
  expect(page).not.toContain(`#${asked} |`);
  expect(await fileAt(`docs/adr/question-${asked}.md`)).toBeUndefined();
});

test("S3.62 a track's page names what its tasks wait for until they no longer do", async () => {
  bus.hub.setPermissions(larger);
  await bus.startServer();
  const task = await alice.open("Ship it", "### Goal\n\nIt ships.\n\n### Track\n\nbackend\n", ["kind:task"]);
  const question = await alice.open("Q: Which way?", questionBody(`#${task}`));
  await bus.settled();
  await bus.sweep();
  expect(await fileAt("context/tracks/backend.md")).toMatch(
    new RegExp(`\\| #${task} \\| Ship it \\| blocked \\| .alice. \\| #${question} \\|`),
  );
  await maria.comment(question, "/answer This way.");
  await bus.settled();
  await bus.sweep();
  expect(await fileAt("context/tracks/backend.md")).not.toContain(`| #${question} |`);
});

test("S3.63 what people write into the same files is kept, also when they write at the same moment", async () => {
  bus.hub.setPermissions(larger);
  await bus.startServer();
  await put("context/decisions.md", "# Decisions\n\nWe like SQLite.\n");
  await put("context/tracks/backend.md", "# backend\n\nAsk bob first.\n");
  bus.hub.faults.add({
    on: "request",
    match: { method: "PUT", login: "signalbox[bot]" },
    effect: { kind: "fail", status: 409, when: "before" },
    times: 1,
  });
  const question = await decide("Store deliveries");
  await bus.sweep();
  const page = (await fileAt("context/decisions.md")) ?? "";
  expect(page).toContain("We like SQLite.");
  expect(page).toContain(`question-${question}.md`);
  expect(await fileAt("context/tracks/backend.md")).toContain("Ask bob first.");
});

test("an App that may not write contents leaves the files alone and continues with its work", async () => {
  await bus.startServer();
  const question = await decide("Store deliveries");
  await bus.sweep();
  expect(await fileAt("context/decisions.md")).toBeUndefined();
  expect((await alice.see(question)).labels).toContain("answered");
});

test("S3.64 one pull request collects the records if the settings say so", async () => {
  bus.hub.setPermissions(larger);
  await bus.startServer();
  await put(".github/signalbox.yml", "records:\n  by: pull-request\n");
  await bus.settled();
  const first = await decide("Store deliveries");
  await bus.sweep();
  const second = await decide("Send deliveries");
  await bus.sweep();
  const { data: pulls } = await maria.octokit.rest.pulls.list(place);
  expect(pulls.map(({ title }) => title)).toEqual(["Record decisions and tracks"]);
  const page = (await fileAt("context/decisions.md", "signalbox/records")) ?? "";
  expect(page).toContain(`question-${first}.md`);
  expect(page).toContain(`question-${second}.md`);
  expect(await fileAt("context/decisions.md")).toBeUndefined();
});

test("a pull request of records that could not be opened is opened later, and one that was closed is not opened again", async () => {
  bus.hub.setPermissions(larger);
  await bus.startServer();
  await put(".github/signalbox.yml", "records:\n  by: pull-request\n");
  await bus.settled();
  await decide("Store deliveries");
  bus.hub.faults.add({
    on: "request",
    match: { method: "POST", path: "/repos/acme/demo/pulls" },
    effect: { kind: "fail", status: 502, when: "before" },
    times: 1,
  });
  await bus.sweep();
  expect((await maria.octokit.rest.pulls.list(place)).data).toEqual([]);
  await bus.sweep();
  const [pull] = (await maria.octokit.rest.pulls.list(place)).data;
  expect(pull?.title).toBe("Record decisions and tracks");
  await maria.octokit.rest.pulls.update({ ...place, pull_number: pull?.number ?? 0, state: "closed" });
  await bus.sweep();
  expect((await maria.octokit.rest.pulls.list(place)).data).toEqual([]);
});

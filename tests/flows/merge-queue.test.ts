/** Tests accepted handovers whose pull requests go through a merge queue. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { landingSeed, landingStory, type Work } from "../support/landing-story.ts";
import { mergeQueueRules } from "../support/merge-queue-rules.ts";

let bus: TestBus;
const app = {
  ...landingSeed.app,
  permissions: { ...landingSeed.app.permissions, merge_queues: "write" },
} as const;
beforeEach(async () => {
  bus = await startBus({ seed: { ...landingSeed, app } });
});
afterEach(() => bus.stop());

const { alice, ask, begin, handOver, passed, merged } = landingStory(() => bus);
const repo = "/repos/acme/demo";
const handoverCheck = "signalbox/handover";

async function requireQueue(grouping: "ALLGREEN" | "HEADGREEN" = "ALLGREEN"): Promise<void> {
  const rules = mergeQueueRules(grouping, [handoverCheck, "npm test"]);
  expect((await bus.testHub.as("maria")("POST", `${repo}/rulesets`, rules)).status).toBe(201);
}

/** The commit that the queue tests; undefined if the pull request is not in it. */
async function groupHead({ pull }: Work): Promise<string | undefined> {
  const query = `{ repository(owner: "acme", name: "demo") { pullRequest(number: ${pull}) { mergeQueueEntry { headCommit { oid } } } } }`;
  const { body } = await ask("POST", "/graphql", { query });
  return body.data.repository.pullRequest.mergeQueueEntry?.headCommit.oid;
}

async function ownCheck(sha: string | undefined): Promise<string | undefined> {
  const { body } = await ask("GET", `${repo}/commits/${sha}/check-runs?check_name=${handoverCheck}`);
  return body.check_runs[0]?.conclusion;
}

/** What a workflow would report on the commit that the queue tests. */
async function tested(sha: string | undefined, conclusion: "success" | "failure"): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
  await bus.settled();
}

/** Handed over, with the workflow's success on its head. */
async function accepted(branch: string): Promise<Work & { readonly handover: number }> {
  const work = await begin("demo", "", branch);
  await bus.settled();
  const handover = await handOver(work);
  await passed(work);
  await bus.settled();
  return { ...work, handover };
}

test("A5 an accepted pull request goes through the merge queue, and its task is closed by the merge", async () => {
  await requireQueue();
  const work = await accepted("work");
  const head = await groupHead(work);
  expect(head).toMatch(/^[0-9a-f]{40}$/);
  expect(await ownCheck(head)).toBe("success");
  expect(await alice("demo").see(work.task)).toMatchObject({ state: "open" });
  await tested(head, "success");
  expect(await merged([work])).toEqual([true]);
  expect(await alice("demo").see(work.task)).toMatchObject({ state: "closed" });
  const { data } = await alice("demo").octokit.rest.issues.listForRepo({
    owner: "acme",
    repo: "demo",
    labels: "kind:escalation",
    state: "all",
  });
  expect(data).toEqual([]);
});

test("A5 what the queue removes is put before a person, who may have it added again", async () => {
  await requireQueue();
  const work = await accepted("work");
  await bus.clock.advance(2_000);
  await tested(await groupHead(work), "failure");
  expect(await groupHead(work)).toBeUndefined();
  await bus.clock.advance(3 * 3_600_000);
  await bus.settled();
  await bus.sweep();
  const filter = { owner: "acme", repo: "demo", labels: "kind:escalation" } as const;
  const [escalation] = (await alice("demo").octokit.rest.issues.listForRepo(filter)).data;
  expect(escalation?.body).toContain(
    "The merge queue removed it: a required check failed on the merged commit.",
  );
  expect(await groupHead(work)).toBeUndefined();

  await bus.as("maria", "acme/demo").comment(escalation?.number ?? 0, "/decide 1");
  await bus.settled();
  await bus.sweep();
  const again = await groupHead(work);
  expect(again).toBeDefined();
  await tested(again, "success");
  expect(await merged([work])).toEqual([true]);
});

test("A5 a queue that neither merges nor removes is put before a person, once", async () => {
  await requireQueue();
  const work = await accepted("work");
  const filter = { owner: "acme", repo: "demo", labels: "kind:escalation" } as const;
  const escalations = async () => (await alice("demo").octokit.rest.issues.listForRepo(filter)).data;
  await bus.clock.advance(3 * 3_600_000);
  await bus.settled();
  await bus.sweep();
  expect(await escalations()).toEqual([]);
  await bus.clock.advance(4 * 3_600_000);
  await bus.settled();
  await bus.sweep();
  expect((await escalations()).map(({ body }) => body)).toEqual([
    expect.stringContaining("and was neither merged nor removed: the queue may be paused"),
  ]);
  await bus.clock.advance(24 * 3_600_000);
  await bus.settled();
  await bus.sweep();
  expect(await escalations()).toHaveLength(1);
  expect(await groupHead(work)).toBeDefined();
});

test("B7 the check of a group vouches for every pull request in it", async () => {
  await requireQueue("HEADGREEN");
  const first = await accepted("one");
  const second = await accepted("two");
  const head = await groupHead(second);
  expect([await ownCheck(await groupHead(first)), await ownCheck(head)]).toEqual(["success", "success"]);
  const { body } = (await ask("GET", `${repo}/issues/${first.handover}`)).body;
  const claim = "- npm test: passed\n- npm run e2e: passed";
  await alice("demo").edit(first.handover, { body: body.replace("- npm test: passed", claim) });
  await bus.settled();
  expect(await ownCheck(head)).toBe("action_required");
  await alice("demo").edit(first.handover, { body });
  await bus.settled();
  // The failed check had the first one removed: the queue tests the second without it.
  expect(await ownCheck(await groupHead(second))).toBe("success");
  expect(await groupHead(first)).toBeDefined();
});

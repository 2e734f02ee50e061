/** Tests tasks of three repositories whose pull requests land together. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin } from "../support/freeing.ts";

const names = ["demo", "web", "api"] as const;
type Name = (typeof names)[number];

const roles = { maria: "admin", alice: "write", bob: "write" } as const;
const files = { ".github/signalbox.yml": "handovers: { merge: when accepted }\n", "README.md": "# It\n" };
const permissions = { ...demoSeed.app.permissions, contents: "write", pull_requests: "write" } as const;
const seed: HubSeed = {
  ...demoSeed,
  app: { ...demoSeed.app, permissions },
  repositories: names.map((name) => ({ fullName: `acme/${name}`, roles, files })),
};

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ seed });
});
afterEach(() => bus.stop());

const alice = (name: Name): Actor => bus.as("alice", `acme/${name}`);
const ask: ReturnType<TestBus["testHub"]["as"]> = (...asked) => bus.testHub.as("alice")(...asked);

interface Work {
  readonly name: Name;
  readonly task: number;
  readonly pull: number;
  head: string;
}

async function put(name: Name, branch: string, text: string): Promise<string> {
  const repo = `/repos/acme/${name}`;
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const { body: known } = await ask("GET", `${repo}/contents/src/it.ts?ref=${branch}`);
  const content = Buffer.from(text).toString("base64");
  const change = { message: "Work", branch, content, ...(known.sha === undefined ? {} : { sha: known.sha }) };
  const answer = await ask("PUT", `${repo}/contents/src/it.ts`, change);
  expect(answer.status).toBeLessThan(300);
  return answer.body.commit.sha;
}

/** A task with a pull request whose text closes it. */
async function begin(name: Name, together: string): Promise<Work> {
  const goal = `### Goal\n\nIt works.\n\n### Together with\n\n${together}\n`;
  const task = await alice(name).open("Work", goal, ["kind:task"]);
  const head = await put(name, "work", "it();\n");
  const opened = { title: "Work", head: "work", base: "main", body: `Closes #${task}` };
  const { body } = await ask("POST", `/repos/acme/${name}/pulls`, opened);
  return { name, task, pull: body.number, head };
}

async function handOver({ name, task }: Work): Promise<number> {
  const body = form({
    ...{ Completes: `#${task}`, Status: "complete", Changes: "- src/it.ts: does it" },
    ...{ Verified: "- npm test: passed", Context: "It was simple.", "Next steps": "None." },
  });
  return alice(name).open("Handover: work", body, ["kind:handover"]);
}

/** What a workflow would report on the head. */
async function passed({ name, head }: Work): Promise<void> {
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: head, status: "completed", conclusion: "success" };
  expect((await bot("POST", `/repos/acme/${name}/check-runs`, run)).status).toBe(201);
}

/** Three tasks that name one another. Each is number 1 of its repository. */
async function three(): Promise<readonly [Work, Work, Work]> {
  const demo = await begin("demo", "acme/web#1, acme/api#1");
  const web = await begin("web", "acme/demo#1, acme/api#1");
  const api = await begin("api", "acme/demo#1, acme/web#1");
  await bus.settled();
  expect([demo.task, web.task, api.task]).toEqual([1, 1, 1]);
  return [demo, web, api];
}

const isMerged = async ({ name, pull }: Work): Promise<boolean> =>
  (await ask("GET", `/repos/acme/${name}/pulls/${pull}`)).body.merged;
const merged = (works: readonly Work[]): Promise<readonly boolean[]> => Promise.all(works.map(isMerged));
const statusOf = async ({ name }: Work, issue: number): Promise<string> =>
  (await alice(name).comments(issue))
    .filter(({ author }) => author === botLogin)
    .map(({ body }) => body.replace(/<!--[\s\S]*?-->/g, ""))
    .join("\n");
const checkOn = async ({ name, head }: Work) => {
  const path = `/repos/acme/${name}/commits/${head}/check-runs?check_name=signalbox/handover`;
  return (await ask("GET", path)).body.check_runs[0];
};

/** The differences that an index rebuilt from GitHub has. */
async function rebuilt(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  return Object(await answer.json()).differences;
}

test("AG72 three repositories: nothing is merged until all are accepted, then all are, and what waits is freed last", async () => {
  const works = await three();
  const [demo, web, api] = works;
  const waiting = await alice("demo").open(
    "Next",
    `### Goal\n\nGo on.\n\n### Blocked by\n\n#${demo.task}\n`,
    ["kind:task"],
  );
  const first = await handOver(demo);
  await passed(demo);
  await handOver(web);
  await passed(web);
  await bus.settled();
  expect(await merged(works)).toEqual([false, false, false]);
  expect(await checkOn(demo)).toMatchObject({ conclusion: "action_required" });
  expect((await checkOn(demo)).output.title).toContain("waits to land together");
  expect(await statusOf(demo, first)).toContain("`acme/api#1` has no accepted handover yet.");
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");

  await handOver(api);
  await passed(api);
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  for (const work of works) expect(await alice(work.name).see(work.task)).toMatchObject({ state: "closed" });
  expect((await alice("demo").see(waiting)).labels).toContain("status:ready");
  expect(await statusOf(demo, first)).not.toContain("lands together");
});

test("AG72 a head that moves is prepared again, and the others wait for it", async () => {
  const works = await three();
  const [demo, web, api] = works;
  for (const work of [demo, web]) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  demo.head = await put("demo", "work", "it('again');\n");
  await bus.settled();
  await handOver(api);
  await passed(api);
  await bus.settled();
  expect(await merged(works)).toEqual([false, false, false]);
  await passed(demo);
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
});

test("AG72 one merge is refused after others landed: dependents wait, one person is asked, and told what landed", async () => {
  const works = await three();
  const [demo] = works;
  const waiting = await alice("demo").open(
    "Next",
    `### Goal\n\nGo on.\n\n### Blocked by\n\n#${demo.task}\n`,
    ["kind:task"],
  );
  const fault = { match: { method: "PUT", path: "/acme/api/pulls/\\d+/merge$" } } as const;
  bus.hub.faults.add({ on: "request", ...fault, effect: { kind: "fail", status: 405 } });
  for (const work of works) {
    await handOver(work);
    await passed(work);
  }
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, false]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");
  const { data } = await alice("api").octokit.rest.issues.listForRepo({
    ...{ owner: "acme", repo: "api", labels: "kind:escalation" },
  });
  expect(data).toHaveLength(1);
  expect(data[0]?.body).toContain("2 of the 3 tasks that land together are merged already");
  expect(data[0]?.body).toMatch(/`acme\/demo#1`, `acme\/web#1`|`acme\/web#1`, `acme\/demo#1`/);

  expect(await rebuilt()).toEqual([]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:blocked");

  bus.hub.faults.clear();
  await bus.as("maria", "acme/api").comment(data[0]?.number ?? 0, "/decide 1");
  await bus.settled();
  await bus.sweep();
  expect(await merged(works)).toEqual([true, true, true]);
  expect((await alice("demo").see(waiting)).labels).toContain("status:ready");
});

test("AG72 a task of another repository has to agree: a link from one side holds up only its own", async () => {
  const demo = await begin("demo", "acme/web#1");
  const web = await begin("web", "None");
  const handover = await handOver(demo);
  await passed(demo);
  await handOver(web);
  await passed(web);
  await bus.settled();
  await bus.sweep();
  expect(await merged([demo, web])).toEqual([false, true]);
  expect(await statusOf(demo, handover)).toContain(
    "`acme/web#1` is in another repository and does not name `#1` under `Together with` in turn.",
  );
});

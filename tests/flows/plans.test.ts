/** Tests plans on the running bus: interrupted at any creation, applied again, and edited by people. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createPlanIssues } from "../../src/cli/plan/plan-issues.ts";
import { sha256 } from "../../src/cli/plan/plan-ports.ts";
import { readViewer } from "../../src/github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../src/github/caller/caller-writer.ts";
import { createBudget } from "../../src/github/transport/budget.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { applyPlan, type PlanPorts } from "../../src/operations/plans/apply.ts";
import { checkPlan } from "../../src/operations/plans/check.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { inHubsFolder } from "../support/gh.ts";

const repositories = ["acme/demo", "acme/web", "acme/store"] as const;
const roles = { maria: "admin", alice: "write", bob: "write" } as const;
const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/web", roles },
    { fullName: "acme/store", roles },
  ],
};

let bus: TestBus;
afterEach(() => bus.stop());

/** 200 tasks, each but the first ones blocked by an earlier one, in three repositories by turns. */
const large = JSON.stringify({
  plan: "large",
  tasks: Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `t${at}`,
      {
        title: `Part ${at}`,
        repo: repositories[at % repositories.length],
        goal: `Part ${at} works.`,
        // A later key before an earlier one: the order of the file is not the order of opening.
        blocked_by:
          at % 7 === 6 ? [`t${at - 6}`, `t${at - 3}`] : at % 7 === 0 && at < 198 ? [`t${at + 2}`] : [],
      },
    ]),
  ),
});

async function portsAs(login: string, killedAfter = Infinity): Promise<PlanPorts> {
  const { octokit } = bus.as(login);
  const viewer = await readViewer(octokit);
  const { clock } = bus;
  const progress = (): void => {};
  const budget = createBudget(clock, "off");
  const writer = createCallerWriter({ octokit, viewer, budget, clock, random: Math.random, progress });
  let created = 0;
  return {
    issues: createPlanIssues(octokit, viewer, progress),
    digest: sha256,
    written: () => {},
    writer: {
      ...writer,
      // The issue is there, and the program ends before it knows.
      open: async (place, issue) => {
        const number = await writer.open(place, issue);
        created += 1;
        if (created === killedAfter) throw new Error("killed");
        return number;
      },
    },
  };
}

async function applyOnce(login: string, text: string, killedAfter?: number): Promise<number> {
  const ports = await portsAs(login, killedAfter);
  const done = await applyPlan(ports, await checkPlan(ports, text, undefined));
  return done.filter((step) => step.done === "opened").length;
}

async function allIssues() {
  const found = await Promise.all(
    repositories.map(async (name) => {
      const { octokit, repository } = bus.as("alice", name);
      const issues = await octokit.paginate(octokit.rest.issues.listForRepo, {
        ...repository,
        state: "all",
        per_page: 100,
      });
      return issues.map(({ title, number }) => ({ name, title, number }));
    }),
  );
  return found.flat();
}

test("AG70 200 tasks in three repositories, killed at every tenth creation, are opened once each, with the same edges", async () => {
  bus = await startBus({ seed });
  let kills = 0;
  for (;;) {
    const opened = await applyOnce("alice", large, 10).catch((thrown: Error) => thrown);
    if (typeof opened === "number") break;
    expect(opened.message).toBe("killed");
    kills += 1;
  }
  expect(kills).toBe(20);
  expect(await applyOnce("alice", large)).toBe(0);
  // What another member of the team opened is found, too.
  expect(await applyOnce("bob", large)).toBe(0);
  await bus.settled();
  const issues = await allIssues();
  expect(issues).toHaveLength(200);
  expect(new Set(issues.map(({ title }) => title)).size).toBe(200);

  const { tasks } = JSON.parse(large);
  const titles = new Map(issues.map(({ name, number, title }) => [`${name}#${number}`, title]));
  for (const { name, number, title } of issues) {
    const actor = bus.as("alice", name);
    const { data } = await actor.octokit.rest.issues.listDependenciesBlockedBy({
      ...actor.repository,
      issue_number: number,
    });
    const blockers = data.map((blocker) => {
      const repository = blocker.repository_url.split("/").slice(-2).join("/");
      return titles.get(`${repository}#${blocker.number}`);
    });
    const key = title.replace("Part ", "t");
    const planned: readonly string[] = tasks[key].blocked_by;
    expect(blockers.toSorted(), title).toEqual(planned.map((each) => each.replace("t", "Part ")).toSorted());
  }
}, 120_000);

/** Runs `signalbox plan` as somebody who has nothing but a token, in a folder that is no checkout. */
async function plan(login: string, args: readonly string[], text?: string): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-plan-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "plan.yml");
  if (text !== undefined) writeFileSync(file, text);
  const words = args.map((word) => (word === "FILE" ? file : word));
  return signalbox(["plan", ...words], {
    ...inHubsFolder(bus),
    GH_TOKEN: bus.hub.tokenOf(login),
    GH_REPO: "acme/demo",
  });
}

const small = `
plan: rewrite
tasks:
  journal:
    title: Write the journal
    goal: Deliveries survive a crash.
    blocked_by: [schema]
    files: ["src/journal/**"]
    priority: p1
  schema: { title: Design the schema, goal: The tables are agreed., track: store }
questions:
  engine:
    title: "Q: Which engine?"
    blocks: [schema]
    category: architecture
    urgency: blocking
    context: Files and SQLite both work.
`;

test("AG71 a dry run writes nothing and says what would be opened; the plan then opens it once, with its edges", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const dry = await plan("alice", ["apply", "FILE", "--dry-run"], small);
  expect(dry).toEqual({
    code: 2,
    err: "",
    out: [
      "+  schema   acme/demo  Design the schema",
      "+  journal  acme/demo  Write the journal",
      "+  engine   acme/demo  Q: Which engine?",
      "Plan rewrite: 3 to open.\n",
    ].join("\n"),
  });
  await bus.settled();
  expect((await alice.octokit.rest.issues.listForRepo(alice.repository)).data).toEqual([]);

  const applied = await plan("alice", ["apply", "FILE", "--yes"], small);
  expect(applied).toMatchObject({
    code: 0,
    err: [
      "1/3 opened acme/demo#1 schema: Design the schema",
      "2/3 opened acme/demo#2 journal: Write the journal",
      "3/3 opened acme/demo#3 engine: Q: Which engine?\n",
    ].join("\n"),
  });
  await bus.settled();
  expect((await alice.see(1)).labels).toEqual(["kind:task", "status:blocked", "track:store"]);
  expect(await alice.blockers(1)).toEqual([3]);
  expect(await alice.blockers(2)).toEqual([1]);

  const again = await plan("bob", ["apply", "FILE", "--dry-run"], small);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Plan rewrite: 3 unchanged.") });
  const output = JSON.parse((await plan("bob", ["apply", "FILE", "--yes", "--json"], small)).out);
  expect(output).toMatchObject({ plan: "rewrite", isApplied: true, strays: [] });
  expect(
    output.entries.map(({ action, issue }: { action: string; issue: string }) => [action, issue]),
  ).toEqual([
    ["same", "acme/demo#1"],
    ["same", "acme/demo#2"],
    ["same", "acme/demo#3"],
  ]);
});

test("AG71 a text that a person edited is left alone and shown; one that nobody edited is written, and what the file lacks is only named", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  await plan("alice", ["apply", "FILE", "--yes"], small);
  await bus.settled();
  const body = async (issue: number): Promise<string> =>
    (await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: issue })).data.body ?? "";
  const edited = (await body(2)).replace("survive a crash", "survive a power cut");
  await maria.edit(2, { body: edited });
  await bus.settled();

  const changed = small
    .replace("survive a crash", "survive a crash and a restart")
    .replace("tables are agreed", "tables and indexes are agreed")
    .replace(/questions:[\s\S]*/, "");
  const dry = await plan("alice", ["apply", "FILE", "--dry-run"], changed);
  expect(dry.code).toBe(2);
  expect(dry.out).toContain("~  schema   acme/demo#1  Design the schema\n");
  expect(dry.out).toContain("    -The tables are agreed.\n    +The tables and indexes are agreed.\n");
  expect(dry.out).toContain("~  journal  acme/demo#2  Write the journal (left alone: edited by maria)\n");
  expect(dry.out).toContain(
    "    -Deliveries survive a power cut.\n    +Deliveries survive a crash and a restart.\n",
  );
  expect(dry.out).toContain("?  engine   acme/demo#3  Q: Which engine? (not in the plan)\n");
  expect(dry.out).toContain("Plan rewrite: 1 to write, 1 left alone, 1 not in the plan.\n");

  const applied = await plan("alice", ["apply", "FILE", "--yes"], changed);
  expect(applied).toMatchObject({ code: 0, err: "1/1 written acme/demo#1 schema: Design the schema\n" });
  await bus.settled();
  expect(await body(1)).toContain("The tables and indexes are agreed.");
  expect(await body(2)).toBe(edited);
  expect((await alice.see(3)).state).toBe("open");
  const after = await plan("alice", ["apply", "FILE", "--dry-run"], changed);
  expect(after).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 left alone, 1 unchanged, 1 not in the plan."),
  });
});

test("AG71 a cycle and an unknown reference are named with their lines, and nothing is written", async () => {
  bus = await startBus();
  const bad = small.replace("schema: { title", "schema: { blocked_by: [journal, nowhere], title");
  const told = await plan("alice", ["apply", "FILE", "--yes"], bad);
  expect(told).toMatchObject({ code: 1, out: "" });
  expect(told.err).toContain(
    '- line 10: `schema.blocked_by` names "nowhere", which is neither a key of this plan',
  );
  expect(told.err).toContain(
    "- line 4: journal → schema → journal: each waits for the next, so none can start",
  );
  const alice = bus.as("alice");
  expect((await alice.octokit.rest.issues.listForRepo(alice.repository)).data).toEqual([]);
});

test("an issue that a user without write access opened with a plan's ID takes no task's place", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  await plan("alice", ["apply", "FILE", "--yes"], small);
  const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: 1 });
  const forged = small.replace("plan: rewrite", "plan: other");
  const first = await plan("mallory", ["apply", "FILE", "--yes"], forged);
  expect(first.code).toBe(0);
  const copied = await mallory.open(data.title, data.body ?? "");
  await bus.settled();
  const dry = await plan("alice", ["apply", "FILE", "--dry-run"], forged);
  expect(dry).toMatchObject({ code: 2, out: expect.stringContaining("Plan other: 3 to open.") });
  const output = JSON.parse((await plan("alice", ["apply", "FILE", "--dry-run", "--json"], small)).out);
  expect(JSON.stringify(output)).not.toContain(`#${copied}`);
});

test("an exported plan has the keys and edges of its issues as they are now, and applied it changes nothing", async () => {
  bus = await startBus();
  await plan("alice", ["apply", "FILE", "--yes"], small);
  await bus.settled();
  const { out, code } = await plan("bob", ["export"]);
  expect(code).toBe(0);
  expect(out).toContain("plan: rewrite\nrepo: acme/demo\ntasks:\n");
  expect(out).toContain("blocked_by:\n      - schema\n");
  const again = await plan("alice", ["apply", "FILE", "--dry-run"], out);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Plan rewrite: 3 unchanged.") });
  expect(await plan("bob", ["export", "nothing"])).toMatchObject({
    code: 1,
    err: "No issue was opened by the plan nothing. There are rewrite.\n",
  });
});

const release = `
plan: release
repo: acme/demo
tasks:
  server: { title: Serve it, goal: It answers., together_with: [web, api] }
  web: { repo: acme/web, title: Show it, goal: People see it. }
  api: { repo: acme/store, title: Store it, goal: It is kept., together_with: [web], blocked_by: [server] }
`;

async function textsOf(): Promise<readonly string[]> {
  const bodies = repositories.map(async (name) => {
    const { octokit, repository } = bus.as("alice", name);
    const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all" });
    return data.map(({ body }) => /### Together with\n\n(.*)/.exec(body ?? "")?.[1] ?? "none");
  });
  return (await Promise.all(bodies)).flat();
}

test("AG70 AG72 tasks of a plan that land together name each other on both sides, also after a kill at each creation", async () => {
  bus = await startBus({ seed });
  const all = ["acme/web#1, acme/store#1", "acme/demo#1, acme/store#1", "acme/web#1, acme/demo#1"];
  let kills = 0;
  for (;;) {
    const opened = await applyOnce("alice", release, 1).catch((thrown: Error) => thrown);
    if (typeof opened === "number") break;
    expect(opened.message).toBe("killed");
    kills += 1;
  }
  expect(kills).toBe(3);
  expect(await textsOf()).toEqual(all);
  const dry = await plan("bob", ["apply", "FILE", "--dry-run"], release);
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("Plan release: 3 unchanged.") });

  const { out } = await plan("bob", ["export", ...repositories.flatMap((name) => ["--repo", name])]);
  expect(out).toContain("together_with:\n      - server\n      - api\n");
  const again = await plan("alice", ["apply", "FILE", "--dry-run"], out);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Plan release: 3 unchanged.") });
});

test("AG72 a plan that lands together is opened and linked in one run, and says what it writes", async () => {
  bus = await startBus({ seed });
  const applied = await plan("alice", ["apply", "FILE", "--yes"], release);
  expect(applied).toMatchObject({
    code: 0,
    err: [
      "1/5 opened acme/demo#1 server: Serve it",
      "2/5 opened acme/web#1 web: Show it",
      "3/5 opened acme/store#1 api: Store it",
      "4/5 written acme/demo#1 server: Serve it",
      "5/5 written acme/web#1 web: Show it\n",
    ].join("\n"),
  });
  expect(await textsOf()).toEqual([
    "acme/web#1, acme/store#1",
    "acme/demo#1, acme/store#1",
    "acme/web#1, acme/demo#1",
  ]);
  const more = `${release}  docs: { title: Tell it, goal: People know it., together_with: [server] }\n`;
  expect((await plan("alice", ["apply", "FILE", "--yes"], more)).err).toBe(
    "1/2 opened acme/demo#2 docs: Tell it\n2/2 written acme/demo#1 server: Serve it\n",
  );
  expect((await textsOf())[1]).toBe("acme/web#1, acme/store#1, #2");
});

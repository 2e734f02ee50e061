/**
 * A story of the demo: three agents take tasks, one waits for files and one for an answer, and a handover lets
 * the next one go on. Two of them share a login. Everything printed about the App is read back.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { type AgentShell, agentShell } from "./agent-shell.ts";
import { type DemoContext, isLabelled, until } from "./demo-context.ts";
import type { DemoUser } from "./demo-github.ts";
import {
  escalation,
  handover,
  laterTasks,
  type PlannedTask,
  question,
  roster,
  tasks,
  vote,
} from "./team-texts.ts";

interface Team {
  readonly context: DemoContext;
  readonly maria: DemoUser;
  /** Posts from ada's login. */
  readonly alice: DemoUser;
  /** Posts from bea's login. */
  readonly bob: DemoUser;
  readonly marias: AgentShell;
  readonly ada: AgentShell;
  readonly bea: AgentShell;
  readonly cleo: AgentShell;
}

interface Tasks {
  readonly login: number;
  readonly limits: number;
  readonly page: number;
  /** Whether nothing else can be started on the board, so that the next task is one of these. */
  readonly isAlone: boolean;
}

export async function playTeam(context: DemoContext): Promise<void> {
  const { github, timeline } = context;
  const shellOf = (agent: string): AgentShell => agentShell(context, agent, agent);
  const team: Team = {
    context,
    maria: github.user("maria"),
    alice: github.user("alice"),
    bob: github.user("bob"),
    ada: shellOf("ada"),
    bea: shellOf("bea"),
    cleo: shellOf("cleo"),
    marias: agentShell(context, "maria"),
  };
  timeline.scene(`Three agents (ada, bea, cleo) and a person (maria), with ${github.tool}`);
  const planned = await plan(team);
  timeline.scene("Each takes a task, and its files");
  await takeTasks(team, planned);
  timeline.scene("A question stops one agent and no other");
  await askAndAnswer(team, planned);
  timeline.scene("A vote holds up a task until its voters agree");
  await agree(team, planned);
  timeline.scene("A decision waits for a person");
  await escalate(team, planned);
  timeline.scene("A handover ends a task, and its files go to the agent that waits for them");
  await handOver(team, planned);
}

async function plan(team: Team): Promise<Tasks> {
  const { context, maria } = team;
  const { github, timeline } = context;
  const isAlone = await isFree(team);
  await nameAgents(team);
  const open = async ({ title, body }: PlannedTask): Promise<number> => {
    const number = await maria.open(title, body);
    timeline.tell("maria", `opens #${number} "${title}"`);
    return number;
  };
  const login = await open(tasks.login);
  const limits = await open(tasks.limits);
  const page = await open(tasks.page);
  const manual = await open(tasks.manual);
  const later: number[] = [];
  for (const each of laterTasks(login, page)) later.push(await open(each));
  for (const free of [login, limits, page, manual]) await isLabelled(github, free, "status:ready");
  for (const blocked of later) await isLabelled(github, blocked, "status:blocked");
  timeline.tell(
    "App",
    `labels #${login}, #${limits}, #${page} and #${manual} status:ready; ${later.map((number) => `#${number}`).join(" and ")} wait for them`,
  );
  return { login, limits, page, isAlone };
}

const agentList = z.object({ agents: z.array(z.object({ name: z.string(), tasks: z.array(z.int()) })) });
const ours: readonly string[] = ["ada", "bea", "cleo"];

/**
 * @returns whether nothing on the board can be started yet
 * @throws UserError if the story cannot be played here
 */
async function isFree({ context, marias }: Team): Promise<boolean> {
  const { agents } = agentList.parse(JSON.parse(await marias.run("agents", "--json")));
  const other = agents.find(({ name }) => !ours.includes(name));
  const busy = agents.find(({ tasks: held }) => held.length > 0);
  if (other !== undefined || busy !== undefined)
    throw new UserError(
      `The story cannot be played on this board: ${busy === undefined ? `its settings name an agent of yours, ${other?.name}` : `${busy.name} still holds a task of it`}. Play it on a board of its own: npm run demo -- --fresh`,
    );
  const ready = await context.board.ready({
    repository: context,
    track: undefined,
    assignee: undefined,
    limit: 1,
  });
  return ready.length === 0;
}

async function nameAgents({ context, maria, marias }: Team): Promise<void> {
  const { github, timeline } = context;
  if ((await marias.run("agents", "--json")).includes('"name": "cleo"')) return;
  const accounts = { alice: await github.accountOf("alice"), bob: await github.accountOf("bob") };
  await maria.write(".github/signalbox.yml", roster(accounts));
  await until("the agents are known", async () =>
    (await marias.run("agents", "--json")).includes('"name": "cleo"'),
  );
  timeline.tell(
    "maria",
    "names the agents in .github/signalbox.yml: ada on alice's login, bea and cleo on bob's",
  );
}

async function takeTasks({ context, ada, bea, cleo }: Team, planned: Tasks): Promise<void> {
  const { github, timeline } = context;
  const next = (task: number): string => (planned.isAlone ? "--next" : String(task));
  await ada.show("claim", next(planned.login));
  await bea.show("claim", next(planned.page));
  if (planned.isAlone) timeline.tell("App", `passes over #${planned.limits}, as ada has some of its files`);
  await cleo.show("claim", String(planned.limits));
  for (const task of [planned.login, planned.limits, planned.page])
    await isLabelled(github, task, "status:in-progress");
}

async function askAndAnswer({ context, maria, alice, ada }: Team, { login }: Tasks): Promise<void> {
  const { github, timeline } = context;
  const title = "Q: By what are failed sign-ins counted?";
  const asked = await alice.open(title, question(login));
  timeline.tell("ada", `asks #${asked} "${title}", blocking #${login}`);
  await isLabelled(github, login, "status:blocked");
  timeline.tell("App", `labels #${login} status:blocked; ada keeps it, and need not give signs of life`);
  const answer = "/answer By account: an attacker has many addresses.";
  await maria.comment(asked, answer);
  timeline.tell("maria", `comments on #${asked}\n${answer}`);
  await ada.show("wait", String(login), "--timeout", "60s");
}

async function agree({ context, maria, alice }: Team, { limits }: Tasks): Promise<void> {
  const { github, timeline } = context;
  const title = "Vote: How long is an account locked?";
  const opened = await alice.open(title, vote(limits));
  timeline.tell("ada", `opens #${opened} "${title}", blocking #${limits}`);
  await isLabelled(github, limits, "status:blocked");
  const ballots = { ada: "/vote 1 because a day punishes a typing error", maria: "/vote 1" } as const;
  await alice.comment(opened, ballots.ada);
  timeline.tell("ada", `comments on #${opened}\n${ballots.ada}`);
  await maria.comment(opened, ballots.maria);
  timeline.tell("maria", `comments on #${opened}\n${ballots.maria}`);
  await until(`#${opened} closed`, async () => (await github.readIssue(opened)).state === "closed");
  await isLabelled(github, limits, "status:in-progress");
  timeline.tell("App", `counts two of two votes, closes #${opened}, and #${limits} goes on`);
}

async function escalate({ context, bob }: Team, { page }: Tasks): Promise<void> {
  const { github, timeline } = context;
  const opened = await bob.open("Escalation: Which price does the landing page name?", escalation(page));
  timeline.tell(
    "bea",
    `opens #${opened} "Which price does the landing page name?", as only a person may decide it`,
  );
  await bob.comment(page, `/block #${opened}`);
  timeline.tell("bea", `comments on #${page}\n/block #${opened}`);
  await isLabelled(github, page, "status:blocked");
  timeline.tell(
    "App",
    `labels #${page} status:blocked until a person decides #${opened}, on GitHub or on the board`,
  );
}

async function handOver({ context, maria, alice, cleo, marias }: Team, planned: Tasks): Promise<void> {
  const { github, timeline } = context;
  const { login, limits } = planned;
  const told = "/tell cleo The count is in limits.ts, by account. Nothing reads it yet.";
  await alice.comment(limits, told);
  timeline.tell("ada", `comments on #${limits}\n${told}`);
  const opened = await alice.open("Handover: sign in with a password", handover(login));
  timeline.tell("ada", `opens the handover #${opened}, which completes #${login}`);
  await isLabelled(github, login, "status:in-review");
  timeline.tell(
    "App",
    `labels #${login} status:in-review: no check confirms that it works, so a person looks`,
  );
  const accepted = "/accept because I signed in by hand";
  await maria.comment(opened, accepted);
  timeline.tell("maria", `comments on #${opened}\n${accepted}`);
  await until(`#${login} closed`, async () => (await github.readIssue(login)).state === "closed");
  timeline.tell("App", `closes #${opened} and #${login}: ada's lease and its locks end`);
  await until("cleo has her files", async () => everyLock(await marias.run("locks", "--json"), `#${limits}`));
  await cleo.show("locks");
  await cleo.show("inbox");
}

const lockList = z.object({ locks: z.array(z.object({ issue: z.string(), isLocked: z.boolean() })) });

/** Whether the task waits for no files. */
function everyLock(json: string, task: string): boolean {
  const locks = lockList.parse(JSON.parse(json)).locks.filter(({ issue }) => issue.endsWith(task));
  return locks.every(({ isLocked }) => isLocked);
}

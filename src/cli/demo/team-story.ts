/**
 * A story of the demo: three agents take tasks, one waits for files and one for an answer, and a handover lets
 * the next one go on. Two of them share a login. Everything printed about the App is read back.
 */
import { z } from "zod";
import { type AgentShell, agentShell } from "./agent-shell.ts";
import { type DemoContext, isLabelled, until } from "./demo-context.ts";
import type { DemoUser } from "./demo-github.ts";
import { handover, type PlannedTask, question, roster, tasks } from "./team-texts.ts";

interface Team {
  readonly context: DemoContext;
  readonly maria: DemoUser;
  /** Posts from ada's login. */
  readonly alice: DemoUser;
  readonly marias: AgentShell;
  readonly ada: AgentShell;
  readonly bea: AgentShell;
  readonly cleo: AgentShell;
}

interface Tasks {
  readonly login: number;
  readonly limits: number;
  readonly page: number;
}

export async function playTeam(context: DemoContext): Promise<void> {
  const { github, timeline } = context;
  const shellOf = (agent: string): AgentShell => agentShell(context, agent, agent);
  const team: Team = {
    ...{ context, maria: github.user("maria"), alice: github.user("alice") },
    ...{ ada: shellOf("ada"), bea: shellOf("bea"), cleo: shellOf("cleo") },
    marias: agentShell(context, "maria"),
  };
  timeline.scene(`Three agents (ada, bea, cleo) and a person (maria), with ${github.tool}`);
  const planned = await plan(team);
  timeline.scene("Each takes a task, and its files");
  await takeTasks(team, planned);
  timeline.scene("A question stops one agent and no other");
  await askAndAnswer(team, planned);
  timeline.scene("A handover ends a task, and its files go to the agent that waits for them");
  await handOver(team, planned);
}

async function plan({ context, maria, marias }: Team): Promise<Tasks> {
  const { github, timeline } = context;
  const accounts = { alice: await github.accountOf("alice"), bob: await github.accountOf("bob") };
  await maria.write(".github/signalbox.yml", roster(accounts));
  await until("the agents are known", async () =>
    (await marias.run("agents", "--json")).includes('"name": "cleo"'),
  );
  timeline.tell(
    "maria",
    "names the agents in .github/signalbox.yml: ada on alice's login, bea and cleo on bob's",
  );
  const open = async ({ title, body }: PlannedTask): Promise<number> => {
    const number = await maria.open(title, body);
    timeline.tell("maria", `opens #${number} "${title}"`);
    return number;
  };
  const login = await open(tasks.login);
  const limits = await open(tasks.limits);
  const page = await open(tasks.page);
  for (const task of [login, limits, page]) await isLabelled(github, task, "status:ready");
  timeline.tell("App", `labels #${login}, #${limits} and #${page} status:ready`);
  return { login, limits, page };
}

async function takeTasks({ context, ada, bea, cleo }: Team, planned: Tasks): Promise<void> {
  const { github, timeline } = context;
  await ada.show("claim", "--next");
  await bea.show("claim", "--next");
  timeline.tell("App", `passes over #${planned.limits}, as ada has some of its files`);
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
  await until("the answer is in ada's inbox", async () => (await ada.run("inbox")).includes("was answered"));
  await ada.show("inbox");
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
  await until("cleo has her files", async () => everyLock(await marias.run("locks", "--json")));
  await cleo.show("locks");
  await cleo.show("inbox");
}

const lockList = z.object({ locks: z.array(z.object({ isLocked: z.boolean() })) });

/** Whether nobody waits for files. */
function everyLock(json: string): boolean {
  return lockList.parse(JSON.parse(json)).locks.every(({ isLocked }) => isLocked);
}

/**
 * A story of the demo: a question blocks an agent's task, a person answers it, and the task is unblocked.
 * The actors only write issues and comments; everything printed about the App is read back from the
 * repository.
 */
import { systemClock } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import { explain } from "../../operations/explain.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { ready } from "../../operations/ready.ts";
import { wait } from "../../operations/wait.ts";
import { type DemoContext, isLabelled } from "./demo-context.ts";
import type { Timeline } from "./timeline.ts";

const loginTask = `### Goal

People can sign in with an e-mail address and a password.

### Acceptance

- [ ] POST /login returns a token
- [ ] wrong passwords are counted

### Priority

p1
`;

const pageTask = `### Goal

The landing page says what the product does.

### Priority

p2
`;

const question = (task: number): string => `### Blocking task

#${task}

### Category

architecture

### Urgency

blocking

### Context

The token has to last longer than a page view. Sessions in a table and signed tokens would both do.

### Options

1. opaque tokens in a table
2. signed tokens
`;

const answer = `/answer Opaque tokens in a table.

They can be revoked immediately, and the table is read on each request anyway.`;

export async function playQuestion(stage: DemoContext): Promise<void> {
  const { github, timeline, board } = stage;
  const { scene, tell } = timeline;
  const [alice, bob, maria] = ["alice", "bob", "maria"].map(github.user);
  if (alice === undefined || bob === undefined || maria === undefined)
    throw new Defect("The cast is incomplete.");
  const ports: OperationPorts = {
    board,
    clock: systemClock,
    repository: { owner: stage.owner, repo: stage.repo },
    caller: undefined,
    freshen: async (ref) => ((await stage.refresh(ref)) ? "fresh" : "unsure"),
    progress: (line) => tell("alice", line),
  };
  const until = (number: number, label: string): Promise<void> => isLabelled(github, number, label);

  scene(`Two agents (alice, bob) and a person (maria), with ${github.tool}`);
  const login = await alice.open("Sign in with e-mail and password", loginTask);
  tell("maria", `has planned two tasks; alice opens #${login} "Sign in with e-mail and password"`);
  const page = await bob.open("Write the landing page", pageTask);
  tell("bob", `opens #${page} "Write the landing page"`);
  await Promise.all([until(login, "status:ready"), until(page, "status:ready")]);
  tell("App", `labels #${login} and #${page} status:ready: nothing blocks them`);

  scene("A question blocks the task");
  const asked = await alice.open("Q: Where do sign-in tokens live?", question(login));
  const askedAt = timeline.elapsedMs();
  tell("alice", `asks #${asked} "Where do sign-in tokens live?", blocking #${login}`);
  await until(login, "status:blocked");
  tell(
    "App",
    `adds the native dependency and labels #${login} status:blocked, ${took(timeline, askedAt)} after the question`,
  );
  tell("bob", `signalbox ready\n${(await ready.run(ports, {})).text}`);
  const waiting = wait.run(ports, { issue: String(login), timeout: "60s" });
  tell("alice", `signalbox wait ${login}`);

  scene("Its answer unblocks it");
  await maria.comment(asked, answer);
  const answeredAt = timeline.elapsedMs();
  tell("maria", `comments on #${asked}\n${answer.split("\n", 1)[0]}`);
  const { text, isMet } = await waiting;
  tell("alice", `${text}, ${took(timeline, answeredAt)} after the answer`);
  if (!isMet) throw new Defect(`#${login} was not unblocked within a minute.`);
  await Promise.all([until(login, "status:ready"), until(asked, "answered")]);
  tell("App", `shows the decision on #${asked}, labels it answered and closes it; #${login} is status:ready`);

  scene("Why");
  tell("maria", `signalbox explain ${login}\n${(await explain.run(ports, { issue: String(login) })).text}`);
}

const took = (timeline: Timeline, since: number): string => `${Math.round(timeline.elapsedMs() - since)} ms`;

/** An agent of a chaos run: it claims, works, asks, gives back, hands over, and now and then falls silent. */
import type { OrderResult } from "../../../src/dispatcher/orders/place.ts";
import type { Actor } from "../actor.ts";
import { questionText } from "../freeing.ts";
import { pick, type Random } from "../seeded-random.ts";
import { handOver } from "./hand-over.ts";
import { type Channel, type Member, members } from "./members.ts";
import { reactionsTo } from "./reactions.ts";
import { keepAnswer, type Said, type Sent, sendOrder, type Task, type World } from "./world.ts";

export interface Agent {
  readonly takeTurn: () => Promise<void>;
  /** Its program ends and forgets everything but what it held. */
  readonly die: () => void;
}

/** How many of its turns a dead agent misses. */
const turnsDead = 30;

/** @param random for this agent alone */
export function createAgent(member: Member, world: World, random: Random): Agent {
  const { name, saysWho } = member;
  const actor: Actor = world.bus.as(member.login);
  /** What it believes to hold, with the token if it was told. */
  const holds = new Map<number, { readonly task: Task; readonly token: number | undefined }>();
  let unheard: readonly Said[] = [];
  let open: Sent | undefined;
  let missesTurns = 0;

  function learn(sent: Sent, result: OrderResult | undefined): void {
    const isUnheard = result === undefined || result.type === "unavailable" || result.type === "unknown";
    open = isUnheard ? sent : undefined;
    if (isUnheard) return;
    keepAnswer(world, sent, result);
    if (result.type === "undecided") {
      if (random(2) === 0) open = sent;
      return;
    }
    const task = result.issue === undefined ? undefined : world.tasks.get(result.issue);
    if (task === undefined) return;
    if (result.type === "done" && result.lease !== undefined && sent.text.startsWith("/claim"))
      holds.set(task.number, { task, token: result.lease.token });
    else holds.delete(task.number);
  }

  const order = async (sent: Sent): Promise<void> => learn(sent, await sendOrder(world, sent));

  async function say(task: Task, text: string, asks: Said["asks"], agent = name): Promise<void> {
    const at = world.now();
    const comment = await actor.comment(task.number, text);
    const said = { comment, task, agent, asks, at, isForged: agent !== name };
    world.said.push(said);
    unheard = [...unheard, said];
  }

  /** Looks for the reactions to its comments. */
  async function hear(): Promise<void> {
    const still: Said[] = [];
    for (const said of unheard) {
      const reactions = await reactionsTo(actor, said.comment);
      if (reactions.length === 0) still.push(said);
      else if (!reactions.includes("+1") || said.isForged) continue;
      else if (said.asks === "claim") holds.set(said.task.number, { task: said.task, token: undefined });
      else holds.delete(said.task.number);
    }
    unheard = still.slice(-5);
  }

  const claimBy: Readonly<Record<Channel, (task: Task) => Promise<void>>> = {
    order: ({ number }) => order(wish(`/claim as ${name}`, random(2) === 0 ? undefined : number)),
    comment: (task) => say(task, `/claim${saysWho}`, "claim"),
    assignment: async (task) => {
      await actor.octokit.rest.issues.addAssignees({
        ...actor.repository,
        issue_number: task.number,
        assignees: [member.login],
      });
      holds.set(task.number, { task, token: undefined });
    },
  };

  const wish = (text: string, issue: number | undefined): Sent => ({
    id: world.newOrderId(),
    agent: name,
    text,
    ...(issue === undefined ? {} : { issue }),
  });

  async function claim(): Promise<void> {
    const task = pick(random, [...world.tasks.values()]);
    const channel = pick(random, member.channels);
    if (task === undefined || channel === undefined) return;
    const other = pick(random, members);
    if (random(25) === 0 && other !== undefined && other.login !== member.login)
      return say(task, `/claim as ${other.name}`, "claim", other.name);
    await claimBy[channel](task);
  }

  async function release(task: Task, to: string): Promise<void> {
    const words = `/release`;
    if (random(2) === 0) return order(wish(`${words} as ${name}${to}`, task.number));
    await say(task, `${words}${saysWho}${to}`, "release");
  }

  async function ask({ number }: Task): Promise<void> {
    const title = `Q: Which way for #${number}, at ${world.now()}?`;
    world.questions.add(await actor.open(title, questionText(number), ["kind:question"]));
  }

  async function unassignItself({ number }: Task): Promise<void> {
    await actor.octokit.rest.issues.removeAssignees({
      ...actor.repository,
      issue_number: number,
      assignees: [member.login],
    });
    holds.delete(number);
  }

  async function work({ task, token }: { readonly task: Task; readonly token: number | undefined }) {
    const drawn = random(100);
    if (drawn < 30) return void (await actor.comment(task.number, "Still at it."));
    if (drawn < 40) return ask(task);
    if (drawn < 60) return release(task, "");
    if (drawn < 70) return release(task, ` to ${pick(random, members)?.name}`);
    if (drawn < 80) return handOver(world, actor, { task, token, agent: name, isWhole: true });
    if (drawn < 88) return handOver(world, actor, { task, token, agent: name, isWhole: false });
    if (drawn < 93) return unassignItself(task);
    missesTurns = turnsDead;
  }

  return {
    die: () => {
      [open, unheard, missesTurns] = [undefined, [], turnsDead];
    },
    takeTurn: async () => {
      missesTurns -= 1;
      if (missesTurns >= 0) return;
      await hear();
      if (open !== undefined) return order(open);
      const held = pick(random, [...holds.values()]);
      if (held === undefined || random(10) < 4) return claim();
      await work(held);
    },
  };
}

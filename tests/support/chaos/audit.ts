/** Compares GitHub, the index and the ledger once everything is processed: what people see must be what is true. */

import { openBoardHere } from "../../../src/cli/local-index/board.ts";
import type { CardDetail } from "../../../src/operations/ports.ts";
import { databaseOf } from "../store-of-flows.ts";
import type { LeaseBook } from "./lease-book.ts";
import { members, personLogin } from "./members.ts";
import { reactionsTo } from "./reactions.ts";
import type { HandedOver, Said, Task, World } from "./world.ts";

/** GitHub's times are whole seconds. */
const blurMs = 2_000;

const loginOf = (name: string): string => members.find((each) => each.name === name)?.login ?? name;

/** The cards of all tasks, as another process reads them. */
export async function cardsOf({ bus, tasks }: World): Promise<ReadonlyMap<number, CardDetail>> {
  const { board, close } = await openBoardHere(databaseOf(bus.home), bus.home);
  try {
    const cards = new Map<number, CardDetail>();
    for (const { number } of tasks.values()) {
      const card = await board.card("acme", "demo", number);
      if (card !== undefined) cards.set(number, card);
    }
    return cards;
  } finally {
    await close();
  }
}

/** What is not right yet: it may become right with the next sweep. */
export async function audit(world: World, book: LeaseBook): Promise<readonly string[]> {
  const cards = await cardsOf(world);
  const wrong: string[] = [];
  for (const task of world.tasks.values()) {
    const card = cards.get(task.number);
    if (card === undefined) wrong.push(`#${task.number} is not in the index`);
    else wrong.push(...(await auditTask(world, book, task, card)).map((what) => `#${task.number}: ${what}`));
  }
  for (const said of world.said) wrong.push(...(await unanswered(world, said)));
  return wrong;
}

async function auditTask(
  { bus }: World,
  book: LeaseBook,
  { number, id }: Task,
  card: CardDetail,
): Promise<readonly string[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: number });
  const assigned = (data.assignees ?? []).map(({ login }) => login);
  const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const held = book.current(id);
  const { holder } = card;
  const wrong: string[] = [];
  if (holder?.name !== held?.name || holder?.token !== held?.token)
    wrong.push(
      `the index says ${holder?.name} (${holder?.token}), the ledger ${held?.name} (${held?.token})`,
    );
  if (data.state === "closed")
    return held === undefined ? wrong : [...wrong, `closed, and ${held.name} holds it`];
  const status = labels.filter((label) => label.startsWith("status:")).join();
  if (status !== `status:${card.status}`) wrong.push(`it is shown as ${status}, and is ${card.status}`);
  if (holder !== undefined) {
    if (assigned.join() !== loginOf(holder.name))
      wrong.push(`${assigned} assigned, and ${holder.name} holds it`);
    if (card.status === "ready") wrong.push(`offered as ready while ${holder.name} holds it`);
  } else if (card.status === "ready" && assigned.length > 0 && !assigned.includes("maria"))
    wrong.push(`nobody holds it, and ${assigned} is assigned`);
  return wrong;
}

async function unanswered({ bus }: World, { comment, task, agent }: Said): Promise<readonly string[]> {
  const reactions = await reactionsTo(bus.as("maria"), comment);
  return reactions.length === 1
    ? []
    : [`#${task.number}: ${agent}'s comment has ${reactions.length} answers`];
}

/** Promises that no later sweep could mend. Forgets the comments and handovers that it judged. */
export async function judge(world: World, book: LeaseBook): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const said of world.said) broken.push(...(await judgeSaid(world, book, said)));
  for (const { sent, answer } of world.answers.values())
    broken.push(...judgeOrder(world, book, sent.agent, answer));
  for (const handover of world.handedOver) broken.push(...judgeHandover(world, book, handover));
  world.said.splice(0);
  world.handedOver.splice(0);
  world.answers.clear();
  return broken;
}

/** Who was told that a task is theirs held it then. */
async function judgeSaid({ bus }: World, book: LeaseBook, said: Said): Promise<readonly string[]> {
  const { comment, task, agent, asks, at, isForged } = said;
  if (!(await reactionsTo(bus.as("maria"), comment)).includes("+1")) return [];
  if (isForged) return [`#${task.number}: a claim in the name of ${agent} was granted to another account`];
  if (asks === "release") return [];
  const hadIt = book
    .spansOf(task.id)
    .some(({ name, until = Infinity }) => name === agent && until >= at - blurMs);
  return hadIt
    ? []
    : [`#${task.number}: ${agent} was told by comment ${comment} that it holds it, and never did`];
}

function judgeOrder({ tasks }: World, book: LeaseBook, agent: string, answer: string): readonly string[] {
  const { type, issue, lease } = JSON.parse(answer);
  const task = tasks.get(issue);
  if (type !== "done" || lease === undefined || task === undefined) return [];
  const isTrue = book.spansOf(task.id).some(({ name, token }) => name === agent && token === lease.token);
  return isTrue ? [] : [`#${issue}: ${agent} was told of the token ${lease.token}, which nobody got`];
}

/** Nobody completes what another agent holds. */
function judgeHandover(world: World, book: LeaseBook, handover: HandedOver): readonly string[] {
  const { number, task, agent, token } = handover;
  // Without a token and a signature the account's person hands over, who may.
  if (token === undefined && loginOf(agent) === personLogin) return [];
  const closedAt = acceptedAt(world, handover);
  const others = book
    .spansOf(task.id)
    .filter(({ name, from, until = Infinity }) => name !== agent && from < closedAt && until >= closedAt);
  return others.map(
    ({ name, from, until }) =>
      `handover #${number} of ${agent} (${token}) completed #${task.number} at ${closedAt}, which ${name} held from ${from} to ${until}`,
  );
}

/** When the task was closed for this handover; never is NaN. */
function acceptedAt({ bus }: World, { number, task }: HandedOver): number {
  const row = bus
    .ledger()
    .find(
      ({ issue_id, rule, kind, because }) =>
        issue_id === task.id &&
        rule === "close-settled" &&
        kind === "done" &&
        because.startsWith(`Its handover #${number} was accepted`),
    );
  return row?.at ?? Number.NaN;
}

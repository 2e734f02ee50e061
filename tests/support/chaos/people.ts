/** What the people of a chaos run do: maria answers, decides and interferes; mallory, a stranger, tries. */

import { pick, type Random } from "../seeded-random.ts";
import { taskBody } from "../story.ts";
import type { Task, World } from "./world.ts";

const tasksAtLeast = 12;

/** Opens tasks until there are enough. */
export async function openTasks(world: World): Promise<void> {
  const { octokit, repository } = world.bus.as("maria");
  while (world.tasks.size < tasksAtLeast) {
    const { data } = await octokit.rest.issues.create({
      ...repository,
      title: `Work for ${world.now()}`,
      body: taskBody("It works."),
      labels: ["kind:task"],
    });
    world.tasks.set(data.number, { number: data.number, id: data.node_id });
  }
}

export async function interfere(world: World, random: Random): Promise<void> {
  const maria = world.bus.as("maria");
  for (const question of [...world.questions].filter(() => random(2) === 0)) {
    await maria.comment(question, "/answer The short way.");
    world.questions.delete(question);
  }
  const task = pick(random, [...world.tasks.values()]);
  if (task !== undefined) await meddle(world, random, task);
}

async function meddle({ bus }: World, random: Random, { number }: Task): Promise<void> {
  const maria = bus.as("maria");
  const mallory = bus.as("mallory");
  switch (random(10)) {
    case 0:
      return void (await maria.comment(number, "/release because somebody else needs it"));
    case 1:
      return maria.assign(number, random(2) === 0 ? ["maria"] : ["own-1"]);
    case 2:
      return maria.assign(number, []);
    case 3:
      return maria.close(number, "not_planned");
    case 4:
      return maria.reopen(number);
    case 5:
      return maria.label(number, "status:ready");
    case 6:
      return void (await mallory.comment(number, "/claim as own-1"));
    default:
      return;
  }
}

/** Decides every open escalation for going on, and frees what people keep. */
export async function tidyUp({ bus, tasks, questions }: World): Promise<void> {
  const maria = bus.as("maria");
  const { octokit, repository } = maria;
  const list = octokit.rest.issues.listForRepo;
  const asked = { ...repository, labels: "kind:escalation", state: "open", per_page: 100 } as const;
  for (const { number } of await octokit.paginate(list, asked)) await maria.comment(number, "/decide 1");
  for (const question of questions) await maria.comment(question, "/answer The other way.");
  questions.clear();
  for (const { number } of tasks.values()) {
    const { data } = await octokit.rest.issues.get({ ...repository, issue_number: number });
    if (data.state === "closed") tasks.delete(number);
    else if (data.assignees?.some(({ login }) => login === "maria") === true) await maria.assign(number, []);
  }
}

/**
 * What the App reads and writes for two stories: one task with a question that blocks it and the answer, and
 * three agents with two tasks and two questions. Does not measure speed: each request costs GitHub quota, and
 * each new comment is mail to someone.
 */
import { join } from "node:path";
import { playStory, teamStory } from "../../support/story.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";
import { figuresOf, type RecordedRequest } from "../recorded-requests.ts";
import { whenLabelled } from "../running.ts";
import { answerText, ask, openTask } from "../story.ts";

export async function part({ folder, progress }: Run): Promise<readonly Figure[]> {
  const one = await oneQuestion(join(folder, "one"));
  progress("a task, its question and the answer have been through it");
  const three = await threeAgents(join(folder, "three"));
  progress(`${teamStory.length} steps of three agents have been through it`);
  const steps = [...one].flatMap(([step, requests]) => figuresOf(step, requests));
  const whole = [...one].flatMap(([step, requests]) => (step === "start" ? [] : requests));
  return [
    ...steps,
    ...figuresOf("whole story", whole, { requests: 12, graphqlReads: 7 }),
    ...figuresOf("three agents", three, { requests: 30 }),
  ];
}

/** The requests of each step. */
async function oneQuestion(folder: string): Promise<ReadonlyMap<string, readonly RecordedRequest[]>> {
  const { proxy, as, settled, close } = await startRecordedBus(folder);
  const alice = as("alice");
  const maria = as("maria");
  const steps = new Map<string, readonly RecordedRequest[]>();
  const end = async (step: string): Promise<void> => {
    await settled();
    steps.set(step, proxy.take());
  };
  await end("start");
  const task = await openTask(alice, "Sign in");
  await whenLabelled(maria, task, "status:ready");
  await end("task opened");
  const question = await ask(alice, task);
  await whenLabelled(maria, task, "status:blocked");
  await end("question asked");
  await maria.comment(question, answerText);
  await whenLabelled(maria, task, "status:ready");
  await end("answer given");
  await close();
  return steps;
}

async function threeAgents(folder: string): Promise<readonly RecordedRequest[]> {
  const { proxy, as, settled, close } = await startRecordedBus(folder);
  await settled();
  proxy.take();
  await playStory(teamStory, as, settled);
  const requests = proxy.take();
  await close();
  return requests;
}

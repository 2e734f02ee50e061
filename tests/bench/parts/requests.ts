/**
 * What the App reads and writes for one story: a task, a question that blocks it, the answer. Does not
 * measure speed: each request costs GitHub quota, and each new comment is mail to someone.
 */
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { whenLabelled } from "../running.ts";
import { answerText, ask, openTask } from "../story.ts";
import { startTalliedBus } from "../tallied-bus.ts";

export async function part({ folder, progress }: Run): Promise<readonly Figure[]> {
  const { tally, as, settled, close } = await startTalliedBus(folder);
  const [alice, maria] = [as("alice"), as("maria")];
  await settled();
  const figures = tally.take("start");
  const task = await openTask(alice, "Sign in");
  await whenLabelled(maria, task, "status:ready");
  await settled();
  figures.push(...tally.take("task opened"));
  const question = await ask(alice, task);
  await whenLabelled(maria, task, "status:blocked");
  await settled();
  figures.push(...tally.take("question asked"));
  await maria.comment(question, answerText);
  await whenLabelled(maria, task, "status:ready");
  await settled();
  figures.push(...tally.take("answer given"));
  progress(`issues #${task} and #${question} have been through it`);
  await close();
  return [...figures, ...sums(figures)];
}

/** Over the story without the start, by operation. */
function sums(figures: readonly Figure[]): readonly Figure[] {
  const totals = new Map<string, number>();
  for (const { name, value } of figures) {
    const [step, what = ""] = name.split(": ");
    if (step !== "start") totals.set(what, (totals.get(what) ?? 0) + value);
  }
  return [...totals].map(([what, value]) => ({ name: `whole story: ${what}`, value, unit: "" }));
}

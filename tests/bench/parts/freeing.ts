/** The time from sending an answer until its task is labelled ready, as any client can read it at the hub. */
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { hubUser, run, whenDrained, whenLabelled, whenStarted } from "../running.ts";
import { freePort } from "../servers/ports.ts";
import { percentile } from "../statistics.ts";
import { answerText, ask, openTask } from "../story.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const rounds = isQuick ? 5 : 60;
  const port = await freePort();
  const hubPort = await freePort();
  const home = join(folder, "home");
  const signalbox = run(["start"], { PORT: `${port}`, HUB_PORT: `${hubPort}`, SIGNALBOX_HOME: home });
  await whenStarted(signalbox, port);
  const alice = hubUser(home, "alice");
  const maria = hubUser(home, "maria");
  const blocked: number[] = [];
  const freed: number[] = [];
  // The first rounds warm up and are not counted.
  for (let round = -3; round < rounds; round++) {
    const task = await openTask(alice, `Sign in, ${round}`);
    await whenLabelled(maria, task, "status:ready");
    const asked = performance.now();
    const question = await ask(alice, task);
    await whenLabelled(maria, task, "status:blocked");
    const blockedMs = performance.now() - asked;
    await whenDrained(port);
    const answered = performance.now();
    await maria.comment(question, answerText);
    await whenLabelled(maria, task, "status:ready");
    const freedMs = performance.now() - answered;
    await whenDrained(port);
    if (round < 0) continue;
    blocked.push(blockedMs);
    freed.push(freedMs);
    if (round % 10 === 9) progress(`${round + 1} of ${rounds} rounds`);
  }
  await signalbox.stop();
  return [
    {
      name: "question sent until its task is labelled blocked, p50",
      value: percentile(blocked, 0.5),
      unit: "ms",
    },
    {
      name: "question sent until its task is labelled blocked, p95",
      value: percentile(blocked, 0.95),
      unit: "ms",
    },
    { name: "answer sent until the task is labelled ready, p50", value: percentile(freed, 0.5), unit: "ms" },
    {
      name: "answer sent until the task is labelled ready, p95",
      value: percentile(freed, 0.95),
      unit: "ms",
      target: { atMost: 300 },
    },
  ];
}

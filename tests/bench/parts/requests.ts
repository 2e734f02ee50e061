/**
 * What the App asks and writes for one story: a task, a question that blocks it, the answer. Nothing here is a matter
 * of speed: each request is quota of GitHub's, and each new comment is mail to somebody.
 */
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { startHub } from "../../../src/hub/hub.ts";
import { webhookPath } from "../../../src/server/ingress.ts";
import { startServer } from "../../../src/server/main.ts";
import { actorOf } from "../../support/actor.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { repository, whenLabelled } from "../running.ts";
import { answerText, ask, openTask } from "../story.ts";
import { startTally } from "../tally.ts";

export async function part({ folder, progress }: Run): Promise<readonly Figure[]> {
  const hub = await startHub({ home: ":memory:", port: 0 });
  const tally = await startTally(hub.url);
  const { id: appId, privateKey, webhookSecret } = hub.app;
  const github = { appId, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${tally.url}/api/v3` };
  const server = await startServer(
    { github, home: join(folder, "home"), pollMs: undefined, pacing: "off", host: "127.0.0.1", port: 0 },
    { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.whenReady;
  const settled = async (): Promise<void> => {
    for (let before = -1; before !== tally.total(); ) {
      before = tally.total();
      await hub.idle();
      await server.idle();
    }
  };
  const alice = actorOf(hub.url, hub.tokenOf("alice"), "alice", repository);
  const maria = actorOf(hub.url, hub.tokenOf("maria"), "maria", repository);
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
  await server.close();
  await tally.close();
  await hub.close();
  return [...figures, ...sums(figures)];
}

/** Over the story without the start, by what was done. */
function sums(figures: readonly Figure[]): readonly Figure[] {
  const totals = new Map<string, number>();
  for (const { name, value } of figures) {
    const [step, what = ""] = name.split(": ");
    if (step !== "start") totals.set(what, (totals.get(what) ?? 0) + value);
  }
  return [...totals].map(([what, value]) => ({ name: `whole story: ${what}`, value, unit: "" }));
}

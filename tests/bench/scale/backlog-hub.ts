/** A hub with many installations in a process of its own, so that its CPU time can be measured separately. */
import { type Hub, startHub } from "../../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { labelsToMake } from "../../../src/protocol/label.ts";
import { actorOf } from "../../support/actor.ts";
import { answerParent } from "../children.ts";
import { nowhere } from "../load/intake.ts";
import { type RecordingProxy, startRecordingProxy } from "../recording-proxy.ts";
import { openTask } from "../story.ts";
import { type BacklogQuestion, backlogQuestion } from "./backlog-messages.ts";

/**
 * Each backlog has an author of its own. Workers cache a role for a minute, so with one author for all they would look
 * it up in some measurements and not in others.
 */
const people = ["ada", "ben", "cleo", "dan"] as const;
/** Tasks that are being opened at once. */
const openers = 8;

interface Started {
  readonly hub: Hub;
  readonly proxy: RecordingProxy;
  readonly repositories: readonly string[];
  /** The authors of the next backlogs. */
  readonly people: Iterator<string>;
}

let started: Started | undefined;

async function start(installations: number): Promise<Started> {
  const owners = Array.from({ length: installations }, (_, at) => `org${at}`);
  const repositories = owners.map((owner) => `${owner}/demo`);
  const hub = await startHub({ home: ":memory:", port: 0, seed: seedOf(owners, repositories) });
  return { hub, proxy: await startRecordingProxy(hub.url), repositories, people: people.values() };
}

function seedOf([owner = "", ...alsoOn]: readonly string[], repositories: readonly string[]): HubSeed {
  const writers = Object.fromEntries(people.map((login) => [login, "write" as const]));
  const one = { roles: { maria: "admin" as const, ...writers }, labels: labelsToMake() };
  return {
    ...demoSeed,
    members: {},
    people: { maria: "Maria", ...Object.fromEntries(people.map((login) => [login, login])) },
    repositories: repositories.map((fullName) => ({ ...one, fullName })),
    app: { ...demoSeed.app, owner, alsoOn },
  };
}

async function openTasks({ hub, repositories, people }: Started, each: number): Promise<void> {
  const { value: person, done } = people.next();
  if (done) throw new Error("All people of the bench have opened a backlog.");
  const left = Array.from({ length: each }, () => repositories).flat();
  const open = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop())
      await openTask(actorOf(hub.url, hub.tokenOf(person), person, name), `Sign in ${left.length}`);
  };
  await Promise.all(Array.from({ length: openers }, open));
}

async function answer(asked: BacklogQuestion): Promise<object> {
  if (asked.type === "start") {
    started = await start(asked.installations);
    const { id: appId, privateKey, webhookSecret } = started.hub.app;
    return { url: started.proxy.url, appId, privateKey, webhookSecret };
  }
  if (asked.type === "delay") started?.proxy.delay(asked.ms);
  if (asked.type === "open tasks" && started !== undefined) {
    started.hub.setWebhookUrl(asked.url);
    await openTasks(started, asked.each);
    await started.hub.idle();
    // What the App writes makes deliveries, too, and they would arrive while the backlog is processed.
    started.hub.setWebhookUrl(nowhere);
  }
  // Forget them, or memory grows with each round.
  return { requests: started?.proxy.take().length ?? 0 };
}

answerParent(backlogQuestion, answer, async () => {
  await started?.proxy.close();
  await started?.hub.close();
});

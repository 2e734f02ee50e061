/**
 * What a story of three agents makes the App write, and whom that notifies. Not a matter of speed: each write is quota of
 * GitHub's, and each notification is somebody's attention.
 */
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { startHub } from "../../../src/hub/hub.ts";
import { webhookPath } from "../../../src/server/ingress.ts";
import { startServer } from "../../../src/server/main.ts";
import { actorOf } from "../../support/actor.ts";
import { isWanted, mailbox } from "../../support/notifications.ts";
import { playStory, teamStory } from "../../support/story.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { repository } from "../running.ts";
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
  const mail = mailbox(hub);
  tally.take("start");
  const settled = async (): Promise<void> => {
    for (let before = -1; before !== tally.total(); ) {
      before = tally.total();
      await hub.idle();
      await server.idle();
    }
  };
  await settled();
  await playStory(teamStory, (login) => actorOf(hub.url, hub.tokenOf(login), login, repository), settled);
  const sent = mail.sent();
  progress(`${teamStory.length} steps of people, ${sent.length} notifications`);
  await server.close();
  await tally.close();
  await hub.close();
  const kinds = Map.groupBy(sent, ({ by, because }) => `${by}, as ${because}`);
  return [
    { name: "what people did", value: teamStory.length, unit: "" },
    ...tally.take("story"),
    { name: "notifications", value: sent.length, unit: "" },
    ...[...kinds].map(
      ([kind, group]): Figure => ({ name: `  of these ${kind}`, value: group.length, unit: "" }),
    ),
    {
      name: "notifications that ask nothing",
      value: sent.filter((each) => !isWanted(each)).length,
      unit: "",
      target: { atMost: 0 },
    },
  ];
}

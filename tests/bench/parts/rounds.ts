/**
 * What rounds over many repositories cost of GitHub's quota: the first after a start with an empty data
 * folder, those in which nothing changed, and one in which one repository of a hundred did.
 */
import { join } from "node:path";
import { demoSeed } from "../../../src/hub/seed.ts";
import { actorOf } from "../../support/actor.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";
import { figuresOf, type RecordedRequest } from "../recorded-requests.ts";

const roundMs = 5 * 60_000;
const tickMs = 30_000;
const napMs = 20;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const count = isQuick ? 200 : 1_000;
  const roles = { maria: "admin", alice: "write", bob: "write" } as const;
  const names = Array.from({ length: count }, (_, i) => `acme/r${i}`);
  const seed = { ...demoSeed, repositories: names.map((fullName) => ({ fullName, roles })) };
  const clock = jumpingClock();
  const bus = await startRecordedBus(join(folder, "home"), { seed, clock, isWithoutWebhooks: true });
  progress(`${count} repositories have their labels`);
  const { hub, proxy, settled, close } = bus;
  const round = async (): Promise<readonly RecordedRequest[]> => {
    proxy.take();
    clock.advance(roundMs);
    while (!clock.isSleptFor(tickMs)) await new Promise((resolve) => setTimeout(resolve, napMs));
    await settled();
    return proxy.take();
  };
  await round();
  const unchanged = await round();
  progress("a round has found nothing");
  for (const name of names.filter((_, i) => i % 100 === 0))
    await actorOf(hub.url, hub.tokenOf("alice"), "alice", name).open("A task", "### Goal\n\nSign in\n");
  const changed = await round();
  await close();
  return [
    ...figuresOf(`${count} unchanged repositories`, unchanged, {
      requests: count / 100 + 1,
      points: (count / 1_000) * 60,
    }),
    ...figuresOf(`${count / 100} of ${count} repositories changed`, changed),
  ];
}

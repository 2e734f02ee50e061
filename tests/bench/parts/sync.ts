/**
 * What reading a new repository costs: ordinary issues, as a repository has them before signalbox comes, once
 * without comments and once with one each. Requests about labels, settings and repositories are counted apart.
 */
import { join } from "node:path";
import type { Hub } from "../../../src/hub/hub.ts";
import { type Actor, actorOf } from "../../support/actor.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";
import type { RecordedRequest } from "../recorded-requests.ts";
import { repository } from "../running.ts";

const atOnce = 8;
const hourMs = 60 * 60_000;
const aboutIssues = /^(?:IssuePage|Issues|Links|Comments|FirstText)$|\/issues$/;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [plain, commented] = isQuick ? [1_000, 100] : [10_000, 1_000];
  const without = await read(join(folder, "without"), plain, open);
  progress(`${plain} issues without comments were read`);
  const withComments = await read(join(folder, "with"), commented, async (actor, n) => {
    await actor.comment(await open(actor, n), "Happens here as well.");
  });
  return [
    ...figuresOf(`${plain} issues without comments`, without, plain / 100 + 1),
    ...figuresOf(`${commented} issues with a comment each`, withComments),
  ];
}

const open = (actor: Actor, n: number): Promise<number> =>
  actor.open(`The page stays empty (${n})`, `Seen with version ${n}.\n\nAfter a reload it is there.\n`);

/** The requests of a start with an empty data folder, on a repository with these issues. */
async function read(
  home: string,
  count: number,
  make: (actor: Actor, n: number) => Promise<unknown>,
): Promise<readonly RecordedRequest[]> {
  const clock = jumpingClock();
  const fill = async (hub: Hub): Promise<void> => {
    const numbers = Array.from({ length: count }, (_, i) => i + 1).values();
    const actor = actorOf(hub.url, hub.tokenOf("alice"), "alice", repository);
    const work = async (): Promise<void> => {
      for (const n of numbers) await make(actor, n);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    // What changed just before is read again, in case that its list was older.
    clock.advance(hourMs);
  };
  const { proxy, settled, close } = await startRecordedBus(home, { clock, before: fill });
  await settled();
  const requests = proxy.take();
  await close();
  return requests;
}

function figuresOf(step: string, requests: readonly RecordedRequest[], atMost?: number): readonly Figure[] {
  const count = (name: string, is: (one: RecordedRequest) => boolean, most?: number): Figure => ({
    name: `${step}: ${name}`,
    value: requests.filter(is).length,
    unit: "",
    ...(most === undefined ? {} : { target: { atMost: most } }),
  });
  return [
    count("requests that list or read issues", ({ what }) => aboutIssues.test(what), atMost),
    count("  of these pages", ({ what }) => what === "IssuePage"),
    count("  of these reads by id", ({ what }) => what === "Issues"),
    count("all requests of the start, repositories, labels, settings and the survey included", () => true),
  ];
}

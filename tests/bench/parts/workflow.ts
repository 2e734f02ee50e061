/**
 * What runs without a server take of the 1,000 GraphQL points that GitHub gives a workflow's token an hour: the first
 * run, one that continues from the kept index with nothing changed, and one with ten changed issues.
 */
import { join } from "node:path";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { runOnce } from "../../../src/server/composition/one-pass.ts";
import { type Actor, actorOf } from "../../support/actor.ts";
import { startTestHub } from "../../support/hub.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { pointsOfAll } from "../recorded-requests.ts";
import { type RecordingProxy, startRecordingProxy } from "../recording-proxy.ts";
import { repository } from "../running.ts";

const atOnce = 8;
const changes = 10;
const workflow = ".github/workflows/coordinator.yml";
const runtime = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const count of isQuick ? [100] : [100, 1_000, 5_000]) {
    figures.push(...(await measure(count, join(folder, `index-${count}`))));
    progress(`${count} issues were read`);
  }
  return figures;
}

/** Half of the issues are closed. */
async function measure(count: number, file: string): Promise<readonly Figure[]> {
  const testHub = await startTestHub();
  const actor = actorOf(testHub.hub.url, testHub.hub.tokenOf("maria"), "maria", repository);
  await addWorkflow(actor);
  const numbers = await fill(actor, count);
  const proxy = await startRecordingProxy(testHub.hub.url);
  const token = await testHub.installationToken();
  const run = () => pointsOfRun(proxy, token, file);
  // The first run also labels; the second finds what the first wrote.
  const [first, second] = [await run(), await run()];
  const quiet = await run();
  for (const number of numbers.slice(0, changes)) await actor.comment(number, "Happens here as well.");
  const busy = await run();
  await proxy.close();
  await testHub.close();
  const figure = (name: string, value: number): Figure => ({
    name: `${count} issues: GraphQL points of ${name}`,
    value,
    unit: "",
  });
  return [
    figure("the first run", first),
    figure("the second run", second),
    figure("a run after which nothing changed", quiet),
    figure(`a run with ${changes} new comments`, busy),
  ];
}

async function addWorkflow({ octokit, repository }: Actor): Promise<void> {
  const content = Buffer.from("name: coordinator\n").toString("base64");
  const file = { ...repository, path: workflow, message: "Add it", content };
  await octokit.rest.repos.createOrUpdateFileContents(file);
}

async function fill(actor: Actor, count: number): Promise<readonly number[]> {
  const places = Array.from({ length: count }, (_, i) => i).values();
  const numbers: number[] = [];
  const work = async (): Promise<void> => {
    for (const n of places) {
      const number = await actor.open(`The page stays empty (${n})`, `Seen with version ${n}.\n`);
      if (n % 2 === 0) await actor.close(number, "completed");
      numbers.push(number);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return numbers;
}

async function pointsOfRun(proxy: RecordingProxy, token: string, file: string): Promise<number> {
  const [owner = "", repo = ""] = repository.split("/");
  proxy.take();
  await runOnce(
    {
      owner,
      repo,
      token,
      baseUrl: `${proxy.url}/api/v3`,
      kept: { file, run: `${Date.now()}`, workflow, seals: true, ref: undefined },
      home: undefined,
      markerSecret: "a secret of the repository, and long enough",
      isDryRun: false,
      answerer: undefined,
      limitMs: 300_000,
      pacing: "off",
    },
    runtime,
  );
  return pointsOfAll(proxy.take());
}

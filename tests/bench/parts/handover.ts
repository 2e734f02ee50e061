/**
 * What a handover costs: our own time for the verdict on 3,000 changed files, and the requests to GitHub for
 * the evidence of one. The time of reading is excluded: that is GitHub's, and depends on its page sizes.
 */
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { createGitHub } from "../../../src/github/github.ts";
import { ownersOf } from "../../../src/handover/code-owners.ts";
import { verdictOn } from "../../../src/handover/verdict.ts";
import { type Hub, startHub } from "../../../src/hub/hub.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { actorOf } from "../../support/actor.ts";
import { changed, evidence, handedOver, pullRequest, subject } from "../../support/evidence.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordingProxy } from "../recording-proxy.ts";
import { repository } from "../running.ts";
import { percentile } from "../statistics.ts";

const fileCount = 3_000;

export async function part({ isQuick, progress }: Run): Promise<readonly Figure[]> {
  const times = Array.from({ length: isQuick ? 5 : 50 }, verdictMs);
  progress(`${times.length} verdicts on ${fileCount} files`);
  return [
    { name: `verdict on ${fileCount} files, p50`, value: percentile(times, 0.5), unit: "ms" },
    {
      name: `verdict on ${fileCount} files, p95`,
      value: percentile(times, 0.95),
      unit: "ms",
      target: { atMost: 200 },
    },
    { name: `verdict on ${fileCount} files, slowest`, value: Math.max(...times), unit: "ms" },
    {
      name: "requests for the evidence of a handover",
      value: await requestsForOne(),
      unit: "",
      target: { atMost: 8 },
    },
  ];
}

/**
 * In CPU time, as others may use the machine, with everything that follows from the files: owners,
 * patterns, what is listed and what is not.
 */
function verdictMs(): number {
  const files = Array.from({ length: fileCount }, (_, i) =>
    changed(`packages/p${i % 50}/src/deep/er/file-${i}.ts`),
  );
  const changes = files.slice(0, 500).map(({ path }) => ({ name: path, note: "does its part" }));
  const generated = Array.from({ length: 50 }, (_, i) => `**/gen-${i}/**/*.{js,ts}`);
  const owners = Array.from({ length: 50 }, (_, i) => `/packages/p${i}/ @acme/team-${i}`).join("\n");
  const policy = { ...defaultSettings.handovers, generated };
  const begin = process.threadCpuUsage();
  const pull = pullRequest({ files, codeOwners: ownersOf(owners, files) });
  verdictOn(
    subject({ handover: handedOver({ changes }), evidence: evidence({ pullRequest: pull }), policy }),
  );
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}

/** For one that names no pull request, so that it has to be found. */
async function requestsForOne(): Promise<number> {
  const hub = await startHub({ home: ":memory:", port: 0 });
  const proxy = await startRecordingProxy(hub.url);
  try {
    await openPull(hub);
    const { id: appId, privateKey } = hub.app;
    const github = await createGitHub({
      appId,
      privateKey,
      baseUrl: `${proxy.url}/api/v3`,
      pacing: "off",
      clock: systemClock,
      random: Math.random,
      log: silentLogger,
    });
    const [served] = (await github.tracker.repositories()).repositories;
    if (served === undefined) throw new Error("The hub serves a repository.");
    const before = proxy.total();
    const task = { owner: served.owner, repo: served.name, number: 12 };
    const isTrusted = async (): Promise<boolean> => true;
    const asked = { issueId: "I_60", pullRequest: undefined, task, text: "", writer: undefined, isTrusted };
    const found = await github.tracker.readEvidence(served, asked);
    if (found.pullRequest === undefined) throw new Error("The pull request was not found.");
    return proxy.total() - before;
  } finally {
    await proxy.close();
    await hub.close();
  }
}

async function openPull(hub: Hub): Promise<void> {
  const { rest } = actorOf(hub.url, hub.tokenOf("alice"), "alice", repository).octokit;
  const at = { owner: "acme", repo: "demo" };
  const { data } = await rest.git.getRef({ ...at, ref: "heads/main" });
  await rest.git.createRef({ ...at, ref: "refs/heads/task-12", sha: data.object.sha });
  const content = Buffer.from("work();\n").toString("base64");
  const change = { message: "Work", branch: "task-12", path: "src/work.ts", content };
  await rest.repos.createOrUpdateFileContents({ ...at, ...change });
  await rest.pulls.create({ ...at, title: "Work", head: "task-12", base: "main" });
}

/** How long a claim takes, how many a second there are, and whether two of a hundred ever hold one task. */
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { pointsOfAll } from "../recorded-requests.ts";
import { until } from "../running.ts";
import { percentile } from "../statistics.ts";
import { type CrewBus, crewOf, startCrewBus } from "./crew-bus.ts";

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `agent-${at}`);

/** One claim after the other, as the server and the hub have processes of their own. */
export async function timeClaims({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const claims = isQuick ? 5 : 100;
  const bus = await startCrewBus(join(folder, "claims"), {
    crew: crewOf(10, 10),
    tasks: claims + 5,
    settings: "leases: { parallel: 100 }\n",
    isSeparateProcess: true,
  });
  const [answered, shown]: [number[], number[]] = [[], []];
  // The first ones warm up and are not counted.
  for (let claim = -5; claim < claims; claim++) {
    const agent = `agent-${(claim + 5) % 10}`;
    const begin = performance.now();
    const result = await bus.order(agent, `/claim as ${agent}`);
    const answerMs = performance.now() - begin;
    if (result.type !== "done" || result.issue === undefined) throw new Error(JSON.stringify(result));
    await whenShown(bus, result.issue, agent.replace("agent", "crew"));
    if (claim < 0) continue;
    answered.push(answerMs);
    shown.push(performance.now() - begin);
  }
  await bus.close();
  progress(`${claims} claims one by one`);
  return [
    { name: "claim until its answer, p50", value: percentile(answered, 0.5), unit: "ms" },
    {
      name: "claim until its answer, p95",
      value: percentile(answered, 0.95),
      unit: "ms",
      target: { atMost: 300 },
    },
    {
      name: "claim until label and assignee at GitHub, p95",
      value: percentile(shown, 0.95),
      unit: "ms",
      target: { atMost: 1_000 },
    },
  ];
}

async function whenShown({ as }: CrewBus, issue: number, login: string): Promise<void> {
  const { octokit, repository } = as("maria");
  await until(`#${issue} was shown as held`, 2, async () => {
    const { data } = await octokit.rest.issues.get({ ...repository, issue_number: issue });
    const labels = data.labels.map((label) => (typeof label === "string" ? label : label.name));
    return labels.includes("status:in-progress") && data.assignees?.[0]?.login === login;
  });
}

/** A hundred agents take everything that is ready, each the next one as soon as it has one. */
export async function countClaims({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [agents, each] = isQuick ? [10, 3] : [100, 10];
  const tasks = agents * each;
  const bus = await startCrewBus(join(folder, "many"), {
    crew: crewOf(agents, 20),
    tasks,
    settings: "leases: { parallel: 100 }\n",
    isSeparateProcess: true,
  });
  progress(`${tasks} tasks are ready`);
  const begin = performance.now();
  const taken = await Promise.all(
    names(agents).map(async (agent) => {
      const issues: number[] = [];
      for (let n = 0; n < each; n++) {
        const result = await bus.order(agent, `/claim as ${agent}`);
        if (result.type === "done" && result.issue !== undefined) issues.push(result.issue);
      }
      return issues;
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  await bus.settled();
  const requests = bus.proxy.take();
  await bus.close();
  const all = taken.flat();
  return [
    {
      name: `claims a second, ${agents} agents`,
      value: all.length / seconds,
      unit: "/s",
      target: { atLeast: 100 },
    },
    {
      name: "requests a claim, until all of it is shown",
      value: requests.length / all.length,
      unit: "",
      target: { atMost: 0.05 },
    },
    { name: "GraphQL points a claim", value: pointsOfAll(requests) / all.length, unit: "" },
    { name: "tasks held by two", value: all.length - new Set(all).size, unit: "", target: { atMost: 0 } },
    { name: "claims without a task", value: tasks - all.length, unit: "", target: { atMost: 0 } },
  ];
}

/** A hundred agents claim one task at once, again and again. */
export async function raceForOneTask({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [agents, rounds] = isQuick ? [20, 2] : [100, 40];
  const bus = await startCrewBus(join(folder, "race"), {
    crew: crewOf(agents, 20),
    tasks: rounds,
    settings: "leases: { parallel: 100 }\n",
    isSeparateProcess: true,
  });
  const times: number[] = [];
  let winners = 0;
  for (let round = 1; round <= rounds; round++) {
    const begin = performance.now();
    const results = await Promise.all(
      names(agents).map((agent) => bus.order(agent, `/claim as ${agent}`, round)),
    );
    times.push(performance.now() - begin);
    winners += results.filter(({ type }) => type === "done").length;
  }
  await bus.close();
  progress(`${rounds} races`);
  return [
    {
      name: `race of ${agents} for a task until all are told, p95`,
      value: percentile(times, 0.95),
      unit: "ms",
    },
    { name: "holders too many", value: winners - rounds, unit: "", target: { atMost: 0 } },
  ];
}

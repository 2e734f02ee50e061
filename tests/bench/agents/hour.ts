/**
 * How many requests fifty agents cause in an hour in which they claim, work on and hand over two hundred tasks, each
 * with its pull request, check run and merge. The hour is simulated: only requests are measured.
 */
import { join } from "node:path";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { pointsOfAll, type RecordedRequest } from "../recorded-requests.ts";
import { repository } from "../running.ts";
import { type CrewBus, crewOf, startCrewBus } from "./crew-bus.ts";
import { claimTask, finishTask } from "./crew-work.ts";

/** 200 tasks in an hour. With fewer tasks the time between them stays: sweeps and lists come by time. */
const betweenMs = 18_000;

export async function countRequestsOfAnHour({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [agents, tasks] = isQuick ? [5, 5] : [50, 200];
  const clock = jumpingClock();
  const bus = await startCrewBus(join(folder, "hour"), {
    crew: crewOf(agents, agents),
    tasks,
    settings: "leases: { parallel: 4 }\n",
    clock,
  });
  for (let done = 0; done < tasks; done++) {
    const place = done % agents;
    await finishTask(bus, place, await claimTask(bus, place));
    clock.advance(betweenMs);
    await bus.settled();
    if (done % 50 === 49) progress(`${done + 1} of ${tasks} tasks`);
  }
  const requests = bus.proxy.take();
  await readEverything(bus, agents);
  const forReading = bus.proxy.take().length;
  const open = await openIssues(bus);
  await bus.close();
  const of = (type: RecordedRequest["type"]): number =>
    requests.filter((one) => one.type === type).length / tasks;
  return [
    { name: "tasks not completed", value: open, unit: "", target: { atMost: 0 } },
    {
      name: "requests a task, evidence included",
      value: requests.length / tasks,
      unit: "",
      target: { atMost: 14 },
    },
    {
      name: "GraphQL points a task",
      value: pointsOfAll(requests) / tasks,
      unit: "",
    },
    ...(["GraphQL read", "REST read", "GraphQL write", "REST write", "role look-up"] as const).map(
      (type) => ({ name: `  ${type}s`, value: of(type), unit: "" as const }),
    ),
    ...byName(requests).map(([name, count]) => ({
      name: `    ${name}`,
      value: count / tasks,
      unit: "" as const,
    })),
    { name: "requests for what agents read", value: forReading, unit: "", target: { atMost: 0 } },
  ];
}

/** How often each operation and each route was asked for, most frequent first. */
function byName(requests: readonly RecordedRequest[]): readonly (readonly [string, number])[] {
  const names = requests.map(({ type, what }) =>
    what.startsWith("/")
      ? `${type}: ${what.replace(/^.*\/repos\/[^/]+\/[^/]+/, "").replace(/\/[0-9a-f]{40}|\/\d+|(?<=collaborators)\/[^/]+/g, "/…")}`
      : `${type}: ${what}`,
  );
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return counts.toSorted(([, a], [, b]) => b - a);
}

/** What each agent looks at before it takes a task. */
async function readEverything({ home }: CrewBus, agents: number): Promise<void> {
  const [owner = "", repo = ""] = repository.split("/");
  const { board, close } = openFollowedBoard(home);
  for (let n = 1; n <= agents; n++) {
    await board.ready({ repository: { owner, repo }, track: undefined, assignee: undefined, limit: 50 });
    await board.card(owner, repo, n);
  }
  close();
}

async function openIssues({ as }: CrewBus): Promise<number> {
  const { octokit, repository: at } = as("maria");
  const asked = { ...at, labels: "kind:task", state: "open", per_page: 100 } as const;
  return (await octokit.paginate(octokit.rest.issues.listForRepo, asked)).length;
}

/**
 * How many requests fifty agents cause in an hour in which they claim, work on and hand over two hundred tasks, each
 * with its pull request, check run and merge. The hour is simulated: only requests are measured.
 */
import { join } from "node:path";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { form } from "../../support/form.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { pointsOfAll, type RecordedRequest } from "../recorded-requests.ts";
import { repository } from "../running.ts";
import { type CrewBus, crewOf, startCrewBus } from "./crew-bus.ts";

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
    await workOn(bus, done % agents);
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

/** Claims the next task, proposes the work, has it checked, hands it over; a person merges it. */
async function workOn(bus: CrewBus, place: number): Promise<void> {
  const agent = `agent-${place}`;
  const login = `crew-${place}`;
  const claimed = await bus.order(agent, `/claim as ${agent}`);
  if (claimed.type !== "done" || claimed.issue === undefined) throw new Error(JSON.stringify(claimed));
  const { issue, lease } = claimed;
  await bus.settled();
  const actor = bus.as(login);
  const { octokit } = actor;
  const path = `src/${issue}.ts`;
  const branch = `agent/${agent}/${issue}`;
  const main = await octokit.rest.git.getRef({ ...actor.repository, ref: "heads/main" });
  await octokit.rest.git.createRef({
    ...actor.repository,
    ref: `refs/heads/${branch}`,
    sha: main.data.object.sha,
  });
  const content = Buffer.from("work();\n").toString("base64");
  const message = `Work on #${issue}`;
  const put = await octokit.rest.repos.createOrUpdateFileContents({
    ...actor.repository,
    path,
    branch,
    message,
    content,
  });
  const opened = { title: message, head: branch, base: "main", body: `Fixes #${issue}` };
  const pull = await octokit.rest.pulls.create({ ...actor.repository, ...opened });
  await bus.settled();
  await bus.passCheck(put.data.commit.sha ?? "");
  // An agent waits for its checks; GitHub works out then whether the pull request can be merged.
  await octokit.rest.pulls.get({ ...actor.repository, pull_number: pull.data.number });
  const sections = form({
    Completes: `#${issue}`,
    Status: "complete",
    Changes: `- ${path}: does what the task asks`,
    Verified: "- npm test: passed",
    "Pull request": `#${pull.data.number}`,
    Context: "It was simpler than it looked.",
    "Next steps": "1. Look at the next one.",
  });
  const block = JSON.stringify({ v: "1.1", from: agent, lease: lease?.token });
  const body = `${sections}\n\n\`\`\`signalbox\n${block}\n\`\`\`\n`;
  await actor.open(`Handover: #${issue}`, body, ["kind:handover"]);
  await bus.settled();
  const maria = bus.as("maria");
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: pull.data.number });
  await bus.settled();
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

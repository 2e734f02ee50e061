/** What is true in the end: every task done once, by the repository that GitHub shows and not by what agents said. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Stage, Task } from "./stage.ts";

/** What is left of a task, whoever did it and however often it was interrupted. */
interface TaskEnd {
  readonly state: string;
  readonly status: readonly string[];
  /** Those that were asked about it, and that were opened to hand it over. */
  readonly questions: readonly string[];
  readonly handovers: readonly string[];
  readonly pulls: readonly string[];
  /** What the default branch says; undefined without a file. */
  readonly text: string | undefined;
  /** How many commits brought it there. */
  readonly commits: number;
}

/** How each task has to end. */
function doneOnce({ number, asks }: Task): TaskEnd {
  return {
    state: "closed",
    status: [],
    questions: asks ? ["closed"] : [],
    handovers: ["closed"],
    pulls: ["merged"],
    text: `hello from task ${number}\n`,
    commits: 1,
  };
}

/** The server closes what belongs to a task after GitHub has closed the task for its merge. */
const settlesWithinMs = 60_000;

/** A line for each task that ended otherwise, also after a while. */
export async function auditTasks(stage: Stage, tasks: readonly Task[]): Promise<readonly string[]> {
  const until = Date.now() + settlesWithinMs;
  for (;;) {
    const wrong = await audit(stage, tasks);
    if (wrong.length === 0 || Date.now() > until) return wrong;
    await sleep(1_000);
  }
}

async function audit(stage: Stage, tasks: readonly Task[]): Promise<readonly string[]> {
  const ends = await Promise.all(tasks.map(async (task) => ({ task, end: await endOf(stage, task) })));
  return ends
    .filter(({ task, end }) => !isDeepStrictEqual(end, doneOnce(task)))
    .map(({ task, end }) => `#${task.number}: ${JSON.stringify(end)}`);
}

async function endOf(stage: Stage, { number }: Task): Promise<TaskEnd> {
  const { octokit, repository, see } = stage.as("maria");
  const { issues, pulls, repos } = octokit.rest;
  const { state, labels } = await see(number);
  const all = await octokit.paginate(issues.listForRepo, { ...repository, state: "all", per_page: 100 });
  const ofKind = (kind: string, section: string): readonly string[] =>
    all
      .filter((each) => each.labels.some((label) => nameOf(label) === `kind:${kind}`))
      .filter(({ body }) => new RegExp(`### ${section}\\s+#${number}\\b`).test(body ?? ""))
      .map((each) => each.state);
  const list = await octokit.paginate(pulls.list, { ...repository, state: "all", per_page: 100 });
  const path = `work/${number}.txt`;
  const content = await repos.getContent({ ...repository, path }).catch(() => undefined);
  const data = content?.data;
  const commits = await repos.listCommits({ ...repository, path });
  return {
    state,
    status: labels.filter((label) => label.startsWith("status:")),
    questions: ofKind("question", "Blocking task"),
    handovers: ofKind("handover", "Completes"),
    pulls: list
      .filter(({ head }) => head.ref === `task-${number}`)
      .map((pull) => (pull.merged_at === null ? pull.state : "merged")),
    text:
      data !== undefined && "content" in data ? Buffer.from(data.content, "base64").toString() : undefined,
    commits: commits.data.length,
  };
}

function nameOf(label: string | { readonly name?: string }): string {
  return typeof label === "string" ? label : (label.name ?? "");
}

/**
 * One answer that unblocks a hundred tasks, with GitHub 150 ms away and no pause between writes: how many
 * write requests it takes, and when the last task is labelled. The App has a process of its own, as GitHub's work
 * is not done by the App's thread.
 */
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";
import { until } from "../running.ts";
import { answerText, ask, openTask } from "../story.ts";

const latencyMs = 150;
const waitingFor = (question: number): string => `### Goal\n\nBuild.\n\n### Blocked by\n\n#${question}\n`;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const tasks = isQuick ? 10 : 100;
  const { hub, proxy, as, settled, close } = await startRecordedBus(join(folder, "home"), {
    isSeparateProcess: true,
  });
  const alice = as("alice");
  const maria = as("maria");
  const question = await ask(alice, await openTask(alice, "Sign in"));
  for (let n = 1; n < tasks; n++) await alice.open(`Task ${n}`, waitingFor(question), ["kind:task"]);
  await settled();
  const labelled = async (label: string): Promise<number> => {
    // A full list would take more of the hub's time than a write.
    const asked = { ...maria.repository, labels: label, per_page: 1 };
    const { data, headers } = await maria.octokit.issues.listForRepo(asked);
    const lastPage = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? "")?.[1];
    return lastPage === undefined ? data.length : Number(lastPage);
  };
  await until("all tasks are blocked", 20, async () => (await labelled("status:blocked")) === tasks);
  progress(`${tasks} tasks wait for one answer`);
  proxy.take();
  proxy.delay(latencyMs);
  const answered = performance.now();
  await maria.comment(question, answerText);
  await until("all tasks are ready", 20, async () => (await labelled("status:ready")) === tasks);
  const readyMs = performance.now() - answered;
  await settled();
  const requests = proxy.take();
  await close();
  await hub.idle();
  const count = (type: string): number => requests.filter((each) => each.type === type).length;
  const named = (name: string): string => `${tasks} tasks freed by one answer: ${name}`;
  return [
    { name: named("write requests"), value: count("GraphQL write"), unit: "", target: { atMost: 14 } },
    { name: named("mutations"), value: requests.flatMap(({ mutations }) => mutations).length, unit: "" },
    { name: named("REST writes"), value: count("REST write"), unit: "", target: { atMost: 0 } },
    { name: named("GraphQL reads"), value: count("GraphQL read"), unit: "" },
    { name: named("REST reads"), value: count("REST read"), unit: "" },
    { name: named("role look-ups"), value: count("role look-up"), unit: "" },
    {
      name: named(`all labelled ready, ${latencyMs} ms a request`),
      value: readyMs / 1000,
      unit: "s",
      target: { atMost: 5 },
    },
  ];
}

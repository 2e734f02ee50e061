/** An index that was lost, in front of issues whose leases only their assignments show. */
import type { Pace } from "../../src/dispatcher/pace.ts";
import { IssuesUnread } from "../../src/dispatcher/request-failed.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../src/engine/model/fact.ts";
import { type DeskOptions, openDesk, type PassContext } from "./dispatch-desk.ts";
import { demo, person, start, task, us } from "./issues.ts";
import { manualClock } from "./manual-clock.ts";
import { MemoryGitHub } from "./memory-github.ts";
import { memoryStore } from "./memory-store.ts";
import { rosterText } from "./orders.ts";

export const ada = person("ada");
export const bea = person("bea");

export const withFiles = (files: string) => `### Goal\n\nBuild it.\n\n### Files\n\n${files}\n`;

/** A task whose lease shows in its assignment alone. */
export const held = (
  number: number,
  holder: Actor,
  files: string,
  changes: Partial<IssueSeen> = {},
): IssueSeen =>
  task(number, {
    assignees: [holder],
    body: withFiles(files),
    labels: ["kind:task", "status:in-progress"],
    assignments: [{ assignee: holder.id, at: start + number * 1_000, by: us.id }],
    ...changes,
  });

export const says = (author: Actor, text: string, number = 1): CommentSeen => ({
  id: `IC_${author.login}_${number}`,
  commentNumber: number,
  author,
  text,
  createdAt: start + 250_000,
});

/** An index that has nothing, in front of these issues. */
export async function lostIndex(
  issues: readonly IssueSeen[],
  pace: Partial<Pace> = {},
  settings = "",
): Promise<{
  readonly desk: PassContext;
  /** Issues for which GitHub does not answer. */
  readonly unanswered: Set<string>;
}> {
  const unanswered = new Set<string>();
  const clock = manualClock(start + 300_000);
  const github = new MemoryGitHub(clock, [demo]);
  const desk = await reopen({ github, clock, store: memoryStore() }, unanswered, pace);
  const file = { type: "text", text: rosterText({ ada: ada.id, bea: bea.id }, settings) } as const;
  desk.github.settings.set(demo.id, { commit: "c", file });
  desk.github.pageSize = 2;
  for (const { login } of [ada, bea]) desk.github.roles.set(login, "write");
  for (const each of issues) desk.github.put(each);
  return { desk, unanswered };
}

/** The same GitHub and index, in a new process. */
export function reopen(
  before: NonNullable<DeskOptions["before"]>,
  unanswered: ReadonlySet<string>,
  pace: Partial<Pace> = {},
): Promise<PassContext> {
  const { tracker } = before.github;
  const readIssues: typeof tracker.readIssues = (installationId, requests) => {
    const left = requests.filter(({ target }) => "id" in target && unanswered.has(target.id));
    if (left.length === 0) return tracker.readIssues(installationId, requests);
    const failure = {
      type: "wait",
      scope: "request",
      retryAt: before.clock.now(),
      message: "Later.",
    } as const;
    throw new IssuesUnread(failure, left);
  };
  return openDesk({ before, pace, ports: { tracker: { ...tracker, readIssues } } });
}

export async function meetRepository(desk: PassContext): Promise<void> {
  await desk.dispatch.repositories.list.refresh();
  await desk.settled();
}

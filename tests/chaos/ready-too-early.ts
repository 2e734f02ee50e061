/**
 * Watches for tasks that GitHub shows as ready although something open blocks them. A dependency has no version, so once
 * the delivery about it is lost only the next sweep finds it; of everything else a worker is told at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Actor } from "../support/actor.ts";
import { repositories, type Stage } from "./stage.ts";

export interface EarlyTask {
  readonly issue: string;
  /** The issue itself and its open blockers. */
  readonly concerned: readonly string[];
}

/** A delivery that no web process acknowledged, and the issues that it was about. */
export interface LostNews {
  readonly at: number;
  readonly issues: ReadonlySet<string>;
}

export interface EarlyTasks {
  /** Those that are early at a time; call it with one time after another. */
  readonly seen: (tasks: readonly EarlyTask[], lost: readonly LostNews[], at: number) => void;
  /** Those that were early for too long, in words. */
  readonly wrong: () => readonly string[];
}

const [withinMs, sweepEveryMs] = [60_000, 300_000];
/** The next sweep finds what a lost delivery was about, and takes a while. */
const lostForMs = sweepEveryMs + withinMs;
const lookEveryMs = 2_000;
/** GitHub gives a delivery up after ten seconds. */
const sentWithinMs = 15_000;

export function createEarlyTasks(): EarlyTasks {
  let since = new Map<string, number>();
  const wrong = new Map<string, string>();
  return {
    seen: (tasks, lost, at) => {
      since = new Map(tasks.map(({ issue }) => [issue, since.get(issue) ?? at]));
      for (const { issue, concerned } of tasks) {
        const from = since.get(issue) ?? at;
        const isLost = lost.some((each) => isAbout(each, concerned) && each.at > from - lostForMs);
        if (at - from <= (isLost ? lostForMs : withinMs)) continue;
        const blockers = concerned.filter((each) => each !== issue).join(", ");
        wrong.set(
          issue,
          `${issue} was ready for more than ${withinMs / 1000} s although ${blockers} was open`,
        );
      }
    },
    wrong: () => [...wrong.values()],
  };
}

function isAbout({ issues }: LostNews, concerned: readonly string[]): boolean {
  return concerned.some((issue) => issues.has(issue));
}

/** Resolves, once `signal` aborts, to what was wrong. */
export async function watchEarly(stage: Stage, signal: AbortSignal): Promise<readonly string[]> {
  const early = createEarlyTasks();
  const news = new Map<string, LostNews>();
  const stop = stage.hub.observe((seen) => {
    if (seen.kind === "delivery") news.set(seen.guid, { at: Date.now(), issues: issuesIn(seen.payload) });
  });
  while (!signal.aborted) {
    const tasks = await Promise.all(repositories.map((each) => earlyIn(stage.as("maria", each), each)));
    const at = Date.now();
    for (const [guid, each] of news)
      if (stage.forwarder.acknowledged.has(guid) || each.at < at - lostForMs) news.delete(guid);
    const lost = [...news.values()].filter((each) => each.at < at - sentWithinMs);
    early.seen(tasks.flat(), lost, at);
    await wait(lookEveryMs, undefined, { signal }).catch(() => {});
  }
  stop();
  return early.wrong();
}

async function earlyIn(
  { octokit, repository, blockers }: Actor,
  name: string,
): Promise<readonly EarlyTask[]> {
  const labels = "status:ready";
  const listed = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...repository,
    labels,
    per_page: 100,
  });
  const early = listed.filter(({ issue_dependencies_summary: summary }) => (summary?.blocked_by ?? 0) > 0);
  return Promise.all(
    early.map(async ({ number }) => ({
      issue: `${name}#${number}`,
      concerned: [number, ...(await blockers(number))].map((each) => `${name}#${each}`),
    })),
  );
}

const numbered = z.object({ number: z.number() }).optional();
const payload = z.object({
  repository: z.object({ full_name: z.string() }),
  issue: numbered,
  blocked_issue: numbered,
  blocking_issue: numbered,
});

function issuesIn(given: unknown): ReadonlySet<string> {
  const { success, data } = payload.safeParse(given);
  if (!success) return new Set();
  const named = [data.issue, data.blocked_issue, data.blocking_issue];
  return new Set(
    named.flatMap((issue) => (issue === undefined ? [] : `${data.repository.full_name}#${issue.number}`)),
  );
}

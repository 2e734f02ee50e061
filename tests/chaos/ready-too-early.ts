/**
 * Watches for tasks that GitHub shows as ready although something open blocks them. A dependency has no version, so once
 * the delivery about it is lost only the next sweep finds it; a worker learns of everything else at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Actor } from "../support/actor.ts";
import { repositories, type System } from "./system.ts";

export interface TaskReadyTooEarly {
  readonly issue: string;
  /** The issue itself and its open blockers. */
  readonly related: readonly string[];
}

/** A delivery that no web process acknowledged, and the issues that it was about. */
export interface LostDelivery {
  readonly at: number;
  readonly issues: ReadonlySet<string>;
}

export interface ReadyTooEarly {
  /** Those that are ready too early at a time; call it with increasing times. */
  readonly observe: (tasks: readonly TaskReadyTooEarly[], lost: readonly LostDelivery[], at: number) => void;
  /** Those that were ready too early for too long. */
  readonly violations: () => readonly string[];
}

const withinMs = 60_000;
const sweepEveryMs = 300_000;
/** The next sweep finds what a lost delivery was about, and takes a while. */
const lostForMs = sweepEveryMs + withinMs;
const pollEveryMs = 2_000;
/** GitHub gives up on a delivery after ten seconds. */
const deliveredWithinMs = 15_000;

export function createReadyTooEarly(): ReadyTooEarly {
  let since = new Map<string, number>();
  const violations = new Map<string, string>();
  return {
    observe: (tasks, lost, at) => {
      since = new Map(tasks.map(({ issue }) => [issue, since.get(issue) ?? at]));
      for (const { issue, related } of tasks) {
        const from = since.get(issue) ?? at;
        const isLost = lost.some((each) => isAbout(each, related) && each.at > from - lostForMs);
        if (at - from <= (isLost ? lostForMs : withinMs)) continue;
        const blockers = blockersOf({ issue, related });
        violations.set(
          issue,
          `${issue} was ready for more than ${withinMs / 1000} s although ${blockers} was open`,
        );
      }
    },
    violations: () => [...violations.values()],
  };
}

function blockersOf({ issue, related }: TaskReadyTooEarly): string {
  return related.filter((each) => each !== issue).join(", ");
}

function isAbout({ issues }: LostDelivery, related: readonly string[]): boolean {
  return related.some((issue) => issues.has(issue));
}

/**
 * Tasks that are ready too early when no work is left: only the next sweep would correct them, so they are violations
 * even after a short run.
 */
export function leftReadyTooEarly(
  tasks: readonly TaskReadyTooEarly[],
  lost: readonly LostDelivery[],
): readonly string[] {
  return tasks
    .filter(({ related }) => !lost.some((each) => isAbout(each, related)))
    .map((task) => `${task.issue} is ready although ${blockersOf(task)} is open, and no work is left`);
}

/**
 * Resolves to the violations once `idle` aborts.
 * @param idle aborts when nothing is left to do
 */
export async function watchReadyTooEarly(system: System, idle: AbortSignal): Promise<readonly string[]> {
  const readyTooEarly = createReadyTooEarly();
  const deliveries = new Map<string, LostDelivery>();
  const stop = system.hub.observe((seen) => {
    if (seen.kind === "delivery")
      deliveries.set(seen.guid, { at: Date.now(), issues: issuesIn(seen.payload) });
  });
  const look = async (): Promise<readonly TaskReadyTooEarly[]> => {
    const found = repositories.map((each) => readyTooEarlyIn(system.as("maria", each), each));
    return (await Promise.all(found)).flat();
  };
  const unacknowledged = (before: number): readonly LostDelivery[] => {
    for (const [guid, { at }] of deliveries)
      if (system.loadBalancer.acknowledged.has(guid) || at < Date.now() - lostForMs) deliveries.delete(guid);
    return [...deliveries.values()].filter(({ at }) => at < before);
  };
  while (!idle.aborted) {
    const tasks = await look();
    const at = Date.now();
    readyTooEarly.observe(tasks, unacknowledged(at - deliveredWithinMs), at);
    await wait(pollEveryMs, undefined, { signal: idle }).catch(() => {});
  }
  stop();
  return [...readyTooEarly.violations(), ...leftReadyTooEarly(await look(), unacknowledged(Infinity))];
}

async function readyTooEarlyIn(
  { octokit, repository }: Actor,
  name: string,
): Promise<readonly TaskReadyTooEarly[]> {
  const labels = "status:ready";
  const listed = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...repository,
    labels,
    per_page: 100,
  });
  const early = listed.filter(({ issue_dependencies_summary: summary }) => (summary?.blocked_by ?? 0) > 0);
  return Promise.all(
    early.map(async ({ number }) => {
      const { data } = await octokit.rest.issues.listDependenciesBlockedBy({
        ...repository,
        issue_number: number,
        per_page: 100,
      });
      const open = data.filter(({ state }) => state === "open");
      const blockers = open.map((each) => `${repositoryOf(each.repository_url)}#${each.number}`);
      return { issue: `${name}#${number}`, related: [`${name}#${number}`, ...blockers] };
    }),
  );
}

/** `owner/name`, from its address in the REST API. */
function repositoryOf(url: string): string {
  return url.split("/").slice(-2).join("/");
}

const numbered = z.object({ number: z.number() }).optional();
const repositoryPayload = z.object({ full_name: z.string() });
const payload = z.object({
  repository: repositoryPayload,
  issue: numbered,
  blocked_issue: numbered,
  blocked_issue_repo: repositoryPayload.optional(),
  blocking_issue: numbered,
  blocking_issue_repo: repositoryPayload.optional(),
});

/** @param given the payload of a delivery */
export function issuesIn(given: unknown): ReadonlySet<string> {
  const { success, data } = payload.safeParse(given);
  if (!success) return new Set();
  const named = [
    { in: data.repository, issue: data.issue },
    { in: data.blocked_issue_repo ?? data.repository, issue: data.blocked_issue },
    { in: data.blocking_issue_repo ?? data.repository, issue: data.blocking_issue },
  ];
  return new Set(
    named.flatMap(({ in: { full_name: name }, issue }) =>
      issue === undefined ? [] : `${name}#${issue.number}`,
    ),
  );
}

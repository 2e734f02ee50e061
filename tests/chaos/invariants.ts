/** Invariants that must hold once the system is idle, whatever faults were injected. Each returns its violations. */
import { z } from "zod";
import type { Actor } from "../support/actor.ts";
import { ownRemarks, seeIssue } from "../support/picture.ts";
import {
  countOf,
  type FencedWrite,
  queryRows,
  type Takeover,
  takeoversOf,
  writtenByReplacedWorkers,
  writtenWithoutFence,
} from "./fence-triggers.ts";
import { repositories, type System } from "./system.ts";

type Violations = readonly string[];

/** The parts of the system that show which deliveries were acknowledged, and which are stored. */
export interface Observed {
  readonly postgres: Pick<System["postgres"], "url">;
  readonly loadBalancer: Pick<System["loadBalancer"], "acknowledged">;
}

/** Each acknowledged delivery has its row. */
export async function lostDeliveries({ postgres, loadBalancer }: Observed): Promise<Violations> {
  // A delivery that is acknowledged from now on may be stored after the query.
  const acknowledged = [...loadBalancer.acknowledged];
  const known = await queryRows(postgres.url, "SELECT guid FROM delivery");
  const guids = new Set(
    z
      .array(z.object({ guid: z.string() }))
      .parse(known)
      .map(({ guid }) => guid),
  );
  const missing = acknowledged.filter((guid) => !guids.has(guid));
  return missing.map((guid) => `delivery ${guid} was acknowledged, and is lost`);
}

/** 202: stored; 200: already known; 502: killed meanwhile; 503: PostgreSQL is unavailable. */
const expectedStatuses: ReadonlySet<number> = new Set([202, 200, 502, 503]);

/** Web processes answer deliveries with what GitHub should be told, whatever fails. @param responses counts by status */
export function wrongResponses(responses: ReadonlyMap<number, number>): Violations {
  return [...responses].flatMap(([status, count]) =>
    expectedStatuses.has(status) ? [] : `${count} deliveries were answered with ${status}`,
  );
}

/** No effect that is not idempotent on GitHub was sent twice: workers removed no duplicates. */
export async function repairedDuplicates({
  postgres: { url },
}: Pick<Observed, "postgres">): Promise<Violations> {
  const rows = await queryRows(
    url,
    "SELECT issue_id AS issue, what FROM ledger WHERE kind = 'duplicate-repaired' ORDER BY at",
  );
  const repaired = z.array(z.object({ issue: z.string().nullable(), what: z.string() })).parse(rows);
  return repaired.map(({ issue, what }) => `something was created twice on ${issue}: ${what}`);
}

/** No work is left unfinished, and no worker wrote for an installation that another one had taken over. */
export async function unfinishedWork({ postgres: { url } }: Pick<Observed, "postgres">): Promise<Violations> {
  const none = {
    "effects are being sent": "effect WHERE state = 'sending'",
    "effects were refused": "effect WHERE state = 'refused'",
    "deliveries are dead": "delivery WHERE state = 'dead'",
    "writes came from a worker that another had replaced": writtenByReplacedWorkers,
    "writes did not hold their installation's token": writtenWithoutFence,
  };
  const counts = await Promise.all(
    Object.entries(none).map(async ([what, query]) => [what, await countOf(url, query)] as const),
  );
  return counts.flatMap(([what, count]) => (count === 0 ? [] : `${count} ${what}`));
}

/** Each row of `issue_order` agrees with its row of `issue`, whichever release wrote them. */
export async function orderMismatches({
  postgres: { url },
}: Pick<Observed, "postgres">): Promise<Violations> {
  const count = await countOf(url, mismatchedRows);
  return count === 0 ? [] : [`${count} issues have another row in issue_order than in issue, or none`];
}

const mismatchedRows = `issue AS i LEFT JOIN issue_order AS o USING (id)
WHERE (o.edition, o.updated_at, o.read_at, o.state) IS DISTINCT FROM (i.edition, i.updated_at, i.read_at, i.state)`;

/** No worker wrote to GitHub for an installation that another one had taken over by then. */
export async function staleWrites(system: System): Promise<Violations> {
  const writes = system
    .processes()
    .flatMap(({ name, githubProxy }) =>
      githubProxy.requests.flatMap(({ installation, isWrite, at }) =>
        isWrite && installation !== undefined ? { installation, who: name, at } : [],
      ),
    );
  return staleWritesIn(writes, await takeoversOf(system.postgres.url));
}

/** @param takeovers oldest first */
export function staleWritesIn(writes: readonly FencedWrite[], takeovers: readonly Takeover[]): Violations {
  return writes.flatMap(({ installation, who, at }) => {
    const owner = takeovers.findLast((each) => each.installation === installation && each.at <= at);
    if (owner === undefined || owner.who === who) return [];
    const lateMs = Math.round(at - owner.at);
    return `${who} wrote to GitHub for installation ${installation} ${lateMs} ms after ${owner.who} had it`;
  });
}

/** What people see of each issue. */
export type Snapshot = ReadonlyMap<string, IssueSnapshot>;

interface IssueSnapshot {
  readonly state: string;
  readonly labels: readonly string[];
  /** `#1`, or `owner/name#1` in another repository. */
  readonly openBlockers: readonly string[];
  readonly blockers: readonly string[];
  /** The keys and texts of our comments that are not hidden. */
  readonly comments: readonly { readonly key: string; readonly text: string }[];
}

export async function snapshotOf(system: System): Promise<Snapshot> {
  const issues = repositories.map((repository) => issuesIn(system.as("maria", repository), repository));
  return new Map((await Promise.all(issues)).flat());
}

async function issuesIn(
  as: Actor,
  repository: string,
): Promise<readonly (readonly [string, IssueSnapshot])[]> {
  const { octokit, repository: place } = as;
  const issues = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...place,
    state: "all",
    per_page: 100,
  });
  const entries: (readonly [string, IssueSnapshot])[] = [];
  for (const { number } of issues) {
    const { state, labels, blockedBy, comments } = await seeIssue(as, number);
    const nameOf = ({ number: at, repository: { nameWithOwner } }: (typeof blockedBy.nodes)[number]) =>
      `${nameWithOwner === repository ? "" : nameWithOwner}#${at}`;
    const blockers = blockedBy.nodes.map(nameOf).toSorted();
    const open = blockedBy.nodes.filter((blocker) => blocker.state === "OPEN");
    const own = ownRemarks(comments.nodes).filter(({ isMinimized }) => !isMinimized);
    entries.push([
      `${repository}#${number}`,
      {
        state,
        blockers,
        openBlockers: open.map(nameOf),
        labels: labels.nodes.map(({ name }) => name).toSorted(),
        comments: own.map(({ key, text }) => ({ key, text })),
      },
    ]);
  }
  return entries;
}

/** No marker twice on one issue, and the status of each task as its blockers require. */
export function contradictions(snapshot: Snapshot): Violations {
  return [...snapshot].flatMap(([issue, issueSnapshot]) => {
    const keys = issueSnapshot.comments.map(({ key }) => key);
    const repeated = keys.filter((key, at) => keys.indexOf(key) !== at);
    return [
      ...repeated.map((key) => `${issue} has two comments ${key}`),
      ...wrongStatus(issue, issueSnapshot),
    ];
  });
}

function wrongStatus(issue: string, { state, labels, openBlockers }: IssueSnapshot): Violations {
  if (state !== "OPEN" || !labels.includes("kind:task")) return [];
  const statuses = labels.filter((label) => label.startsWith("status:"));
  const expected = openBlockers.length > 0 ? "status:blocked" : "status:ready";
  if (statuses.join() === expected) return [];
  return [
    `${issue} is ${statuses.join(", ") || "without a status"}, and blocked by ${openBlockers.join(", ") || "nothing open"}`,
  ];
}

export function changesBetween(before: Snapshot, after: Snapshot): Violations {
  return [...after].flatMap(([issue, issueSnapshot]) => {
    const [was, is] = [before.get(issue), issueSnapshot].map((each) => JSON.stringify(each));
    return was === is ? [] : `${issue} changed after the system was idle: from ${was} to ${is}`;
  });
}

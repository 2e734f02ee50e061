/** What must hold once everything is quiet, whatever happened before. Each returns what is wrong, in words. */
import { z } from "zod";
import type { Actor } from "../support/actor.ts";
import { ownRemarks, seeIssue } from "../support/picture.ts";
import { repositories, type Stage } from "./stage.ts";
import { ask, countOf, type Taking, takingsOf, type Wrote, writtenByReplaced } from "./watch.ts";

type Wrong = readonly string[];

/** The part of a stage that saw what was acknowledged and what is stored. */
export interface Witness {
  readonly cluster: Pick<Stage["cluster"], "url">;
  readonly forwarder: Pick<Stage["forwarder"], "acknowledged">;
}

/** Each acknowledged delivery has its row. */
export async function lost({ cluster, forwarder }: Witness): Promise<Wrong> {
  // What is acknowledged from now on may be stored after the question.
  const acknowledged = [...forwarder.acknowledged];
  const known = await ask(cluster.url, "SELECT guid FROM delivery");
  const guids = new Set(
    z
      .array(z.object({ guid: z.string() }))
      .parse(known)
      .map(({ guid }) => guid),
  );
  const missing = acknowledged.filter((guid) => !guids.has(guid));
  return missing.map((guid) => `delivery ${guid} was acknowledged, and is lost`);
}

/** Nothing is left over, and nobody wrote what another one had taken over. */
export async function unfinished({ cluster: { url } }: Pick<Witness, "cluster">): Promise<Wrong> {
  const none = {
    "effects are being sent": "effect WHERE state = 'sending'",
    "effects were refused": "effect WHERE state = 'refused'",
    "deliveries are dead": "delivery WHERE state = 'dead'",
    "writes came from a worker that another had replaced": writtenByReplaced,
  };
  const counts = await Promise.all(
    Object.entries(none).map(async ([what, query]) => [what, await countOf(url, query)] as const),
  );
  return counts.flatMap(([what, count]) => (count === 0 ? [] : `${count} ${what}`));
}

/** The table that orders issues agrees with theirs, whichever release wrote them. */
export async function disordered({ cluster: { url } }: Pick<Witness, "cluster">): Promise<Wrong> {
  const count = await countOf(url, differentlyOrdered);
  return count === 0 ? [] : [`${count} issues have another row in issue_order than in issue, or none`];
}

const differentlyOrdered = `issue AS i LEFT JOIN issue_order AS o USING (id)
WHERE (o.edition, o.updated_at, o.read_at, o.state) IS DISTINCT FROM (i.edition, i.updated_at, i.read_at, i.state)`;

/** Nobody wrote to GitHub for an installation that another one had by then. */
export async function writtenLate(stage: Stage): Promise<Wrong> {
  const writes = stage
    .everybody()
    .flatMap(({ name, github }) =>
      github.passed.flatMap(({ installation, isWrite, at }) =>
        isWrite && installation !== undefined ? { installation, who: name, at } : [],
      ),
    );
  return lateWrites(writes, await takingsOf(stage.cluster.url));
}

/** @param takings oldest first */
export function lateWrites(writes: readonly Wrote[], takings: readonly Taking[]): Wrong {
  return writes.flatMap(({ installation, who, at }) => {
    const owner = takings.findLast((each) => each.installation === installation && each.at <= at);
    if (owner === undefined || owner.who === who) return [];
    const lateMs = Math.round(at - owner.at);
    return `${who} wrote to GitHub for installation ${installation} ${lateMs} ms after ${owner.who} had it`;
  });
}

/** Everything in a repository that people see of us, by issue. */
export type Sights = ReadonlyMap<string, Sight>;

interface Sight {
  readonly state: string;
  readonly labels: readonly string[];
  readonly openBlockers: readonly string[];
  readonly blockers: readonly string[];
  /** The keys and texts of our comments that are not hidden. */
  readonly comments: readonly { readonly key: string; readonly text: string }[];
}

export async function sightsOf(stage: Stage): Promise<Sights> {
  const seen = repositories.map((repository) => seeAll(stage.as("maria", repository), repository));
  return new Map((await Promise.all(seen)).flat());
}

async function seeAll(as: Actor, repository: string): Promise<readonly (readonly [string, Sight])[]> {
  const { octokit, repository: place } = as;
  const issues = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...place,
    state: "all",
    per_page: 100,
  });
  const sights: (readonly [string, Sight])[] = [];
  for (const { number } of issues) {
    const { state, labels, blockedBy, comments } = await seeIssue(as, number);
    const blockers = blockedBy.nodes.map((blocker) => `#${blocker.number}`).toSorted();
    const open = blockedBy.nodes.filter((blocker) => blocker.state === "OPEN");
    const own = ownRemarks(comments.nodes).filter(({ isMinimized }) => !isMinimized);
    sights.push([
      `${repository}#${number}`,
      {
        ...{ state, blockers, openBlockers: open.map((blocker) => `#${blocker.number}`) },
        labels: labels.nodes.map(({ name }) => name).toSorted(),
        comments: own.map(({ key, text }) => ({ key, text })),
      },
    ]);
  }
  return sights;
}

/** No marker twice on one issue, and each task as its blockers say. */
export function contradictions(sights: Sights): Wrong {
  return [...sights].flatMap(([issue, sight]) => {
    const keys = sight.comments.map(({ key }) => key);
    const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
    return [...twice.map((key) => `${issue} has two comments ${key}`), ...mistaken(issue, sight)];
  });
}

function mistaken(issue: string, { state, labels, openBlockers }: Sight): Wrong {
  if (state !== "OPEN" || !labels.includes("kind:task")) return [];
  const statuses = labels.filter((label) => label.startsWith("status:"));
  const expected = openBlockers.length > 0 ? "status:blocked" : "status:ready";
  if (statuses.join() === expected) return [];
  return [
    `${issue} is ${statuses.join(", ") || "without a status"}, and blocked by ${openBlockers.join(", ") || "nothing open"}`,
  ];
}

export function changedBetween(before: Sights, after: Sights): Wrong {
  return [...after].flatMap(([issue, sight]) => {
    const [was, is] = [before.get(issue), sight].map((each) => JSON.stringify(each));
    return was === is ? [] : `${issue} changed after all was quiet: from ${was} to ${is}`;
  });
}

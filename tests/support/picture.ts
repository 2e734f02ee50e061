/**
 * What people see on GitHub, in a comparable form: names in place of numbers, no times, comments without
 * their markers. The number of notices is not compared: an unblocking that ended before anyone was notified
 * needs no notice, so only the last one counts, and that none was sent twice.
 */
import { z } from "zod";
import { claimedKey } from "../../src/github/write/marker.ts";
import type { Actor } from "./actor.ts";
import type { Cast } from "./story.ts";

const query = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { issue(number: $number) {
    id title state stateReason
    labels(first: 100) { nodes { name } }
    blockedBy(first: 100) { nodes { id number state closedAt repository { nameWithOwner } } }
    comments(first: 100) { nodes { id body isMinimized author { login } } }
  } }
}`;

const blocker = z.object({
  id: z.string(),
  number: z.number(),
  state: z.string(),
  closedAt: z.string().nullable(),
  repository: z.object({ nameWithOwner: z.string() }),
});
const shape = z.object({
  repository: z.object({
    issue: z.object({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      stateReason: z.string().nullable(),
      labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
      blockedBy: z.object({ nodes: z.array(blocker) }),
      comments: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            body: z.string(),
            isMinimized: z.boolean(),
            author: z.object({ login: z.string() }).nullable(),
          }),
        ),
      }),
    }),
  }),
});
type Seen = z.infer<typeof shape>["repository"]["issue"];

/** A comment of the App: the key in its marker, and its visible text. */
export interface OwnRemark {
  readonly id: string;
  readonly key: string;
  readonly text: string;
  readonly isMinimized: boolean;
}

export interface IssuePicture {
  readonly title: string;
  readonly state: string;
  readonly labels: readonly string[];
  readonly blockedBy: readonly string[];
  readonly status: readonly string[];
  readonly replies: readonly string[];
}

export interface Picture {
  /** By the story's names. */
  readonly issues: Readonly<Record<string, IssuePicture>>;
}

const marker = /\n*<!-- signalbox:\d+ [^\n]* -->\s*$/;

/** Comments of the App, oldest first. */
export function ownRemarks(comments: Seen["comments"]["nodes"]): readonly OwnRemark[] {
  return comments.flatMap(({ id, body, isMinimized, author }) => {
    const key = claimedKey(body);
    if (author?.login !== "signalbox" || key === undefined) return [];
    return [{ id, key, text: body.replace(marker, ""), isMinimized }];
  });
}

export async function seeIssue(as: Actor, number: number): Promise<Seen> {
  const { owner, repo } = as.repository;
  const data: unknown = await as.octokit.graphql(query, { owner, repo, number });
  return shape.parse(data).repository.issue;
}

/** Whether people were notified, judged by GitHub's state alone. */
export interface Wakes {
  /** Keys that occur twice on one issue: there must be none. */
  readonly twins: readonly string[];
  /** Ready tasks whose last unblocking was not announced: there must be none. */
  readonly asleep: readonly string[];
  readonly count: number;
}

/** Everything that a story's issues show. */
export async function takePicture(
  as: Actor,
  cast: Cast,
): Promise<{ readonly picture: Picture; readonly wakes: Wakes }> {
  const seen = await Promise.all(
    [...cast].map(async ([name, number]) => [name, await seeIssue(as, number)] as const),
  );
  const byNumber = new Map([...cast].map(([name, number]) => [String(number), name]));
  const named = (text: string): string =>
    text.replace(/#(\d+)\b/g, (whole, number: string) =>
      byNumber.has(number) ? `{${byNumber.get(number)}}` : whole,
    );
  const pictures = seen.map(([name, issue]) => [name, pictureOf(issue, named)] as const);
  const remarks = seen.map(([name, issue]) => [name, visible(issue)] as const);
  return {
    picture: { issues: Object.fromEntries(pictures) },
    wakes: {
      twins: remarks.flatMap(([name, own]) => repeated(own.map(({ key }) => `${name} ${key}`))),
      asleep: seen.flatMap(([name, issue]) => (isAsleep(issue) ? name : [])),
      count: remarks.flatMap(([, own]) => own.filter(isWake)).length,
    },
  };
}

function pictureOf(issue: Seen, named: (text: string) => string): IssuePicture {
  const own = visible(issue);
  return {
    title: issue.title,
    state: issue.state === "OPEN" ? "open" : `closed as ${issue.stateReason?.toLowerCase()}`,
    labels: issue.labels.nodes.map(({ name }) => name).toSorted(),
    blockedBy: issue.blockedBy.nodes.map(({ number }) => named(`#${number}`)).toSorted(),
    status: own.filter(({ key }) => key === "status").map(({ text }) => named(text)),
    replies: own
      .filter(({ key }) => key.startsWith("reply:"))
      .map(({ text }) => text)
      .toSorted(),
  };
}

/**
 * An unblocking's id is the blocker that was closed last, and when; of two in one second, the one with the
 * greater id.
 */
function isAsleep(issue: Seen): boolean {
  const isReady = issue.state === "OPEN" && issue.labels.nodes.some(({ name }) => name === "status:ready");
  const closed = issue.blockedBy.nodes
    .map(({ id, closedAt }) => ({ id, at: Date.parse(closedAt ?? "") }))
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const last = closed[0];
  if (!isReady || last === undefined) return false;
  return !visible(issue).some(({ key }) => key === `wake:${last.id}@${last.at}`);
}

function visible(issue: Seen): readonly OwnRemark[] {
  return ownRemarks(issue.comments.nodes).filter(({ isMinimized }) => !isMinimized);
}

function isWake({ key }: OwnRemark): boolean {
  return key.startsWith("wake:");
}

function repeated(keys: readonly string[]): readonly string[] {
  return keys.filter((key, at) => keys.indexOf(key) !== at);
}

/** The values that the index knows: numbers of issues with their titles, tracks, logins, agents, repositories. */
import type { Card } from "../../operations/board/card.ts";
import { parseRepository } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import type { Board } from "../../operations/ports.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { Candidate, Fitting } from "./at-cursor.ts";

/** The last updated ones: nobody chooses from more. */
const maxIssues = 200;
/** From which tracks and logins are gathered. */
const maxSeen = 1_000;

type Wanted = Extract<Fitting, { readonly type: "value" }>;

interface Around {
  readonly board: Board;
  /** Where `12` is; undefined if nothing says so. */
  readonly repository: RepositoryName | undefined;
}

/** Names of arguments and flags, as the commands have them, with what they take. */
const sources: Readonly<Record<string, (around: Around, wanted: Wanted) => Promise<readonly Candidate[]>>> = {
  issue: (around, { command }) => issues(around, kindOf[command]),
  blocker: (around) => issues(around),
  on: (around) => issues(around),
  "blocked-by": (around) => issues(around),
  task: (around) => issues(around, "task"),
  question: (around) => issues(around, "question"),
  handover: (around) => issues(around, "handover"),
  space: (around) => issues(around, "space"),
  "part-of": (around) => issues(around, "space"),
  repo: ({ board }) => repositories(board),
  track: (around) => seen(around, ({ track }) => (track === undefined ? [] : [track])),
  assignee: (around) => seen(around, ({ assignees }) => assignees),
  agent: (around) => agents(around),
  for: (around) => agents(around),
  to: (around, { command }) => (command === "release" ? agents(around) : issues(around)),
};

/** The commands whose `issue` has to be of one kind. */
const kindOf: Readonly<Record<string, string>> = {
  claim: "task",
  release: "task",
  beat: "task",
  brief: "task",
  lock: "task",
  unlock: "task",
  run: "task",
  decide: "escalation",
  accept: "handover",
  verify: "handover",
  urgency: "question",
};

/** None for a value that only the caller knows, such as a text. */
export async function knownValues(around: Around, wanted: Wanted): Promise<readonly Candidate[]> {
  const find = Object.hasOwn(sources, wanted.name) ? sources[wanted.name] : undefined;
  return (await find?.(around, wanted)) ?? [];
}

export function isKnown({ name }: Wanted): boolean {
  return Object.hasOwn(sources, name);
}

/** The repository that the words before name. */
export function repositoryIn(before: readonly string[]): RepositoryName | undefined {
  const named = before.find((_, at) => before[at - 1] === "--repo") ?? "";
  return parseRepository(named);
}

async function issues({ board, repository }: Around, kind?: string): Promise<readonly Candidate[]> {
  const only = repository ?? (await onlyRepository(board));
  const cards = await listed({ board, repository: only }, kind, maxIssues);
  return cards.map(({ owner, repo, number, title }) => ({
    value: only === undefined ? `${owner}/${repo}#${number}` : String(number),
    description: oneLine(title, 80),
  }));
}

async function onlyRepository(board: Board): Promise<RepositoryName | undefined> {
  const [first, ...others] = await board.repositories();
  return others.length === 0 ? first : undefined;
}

async function repositories(board: Board): Promise<readonly Candidate[]> {
  return (await board.repositories()).map(({ owner, repo }) => ({
    value: `${owner}/${repo}`,
    description: "",
  }));
}

/** Each value that open issues have, the most frequent first. */
async function seen(
  around: Around,
  valuesOf: (card: Card) => readonly string[],
): Promise<readonly Candidate[]> {
  const counts = new Map<string, number>();
  for (const value of (await listed(around, undefined, maxSeen)).flatMap(valuesOf))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => ({ value, description: count === 1 ? "1 open issue" : `${count} open issues` }));
}

async function agents({ board, repository }: Around): Promise<readonly Candidate[]> {
  const served = await board.repositories();
  const wanted = served.filter(
    ({ owner, repo }) =>
      repository === undefined ||
      `${owner}/${repo}`.toLowerCase() === `${repository.owner}/${repository.repo}`.toLowerCase(),
  );
  const found = await Promise.all(wanted.map(({ id }) => board.agents(id)));
  return [...new Map(found.flat().map(({ name, role }) => [name, role ?? ""]))].map(([value, role]) => ({
    value,
    description: oneLine(role, 80),
  }));
}

function listed(
  { board, repository }: Around,
  kind: string | undefined,
  limit: number,
): Promise<readonly Card[]> {
  return board.list({
    repository,
    words: [],
    kind,
    state: "open",
    status: undefined,
    track: undefined,
    limit,
    assignee: undefined,
  });
}

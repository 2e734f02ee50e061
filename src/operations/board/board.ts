/** The work at a glance: open tasks by status, and the decisions that wait for people. Reads the index alone. */
import { z } from "zod";
import type { TaskStatus } from "../../engine/blocking/task-state.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { limitInput } from "../flags/limit.ts";
import { issueInput, repoInput, requireServed } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { asOf, type Shown } from "../output/look.ts";
import { oneLine } from "../output/terminal-text.ts";
import { narrowed } from "../spaces/space-asked.ts";
import { type BoardOutput, boardOutput } from "./board-shape.ts";
import type { EscalationCard } from "./escalation-card.ts";
import type { TaskCard, TaskColumn } from "./task-columns.ts";

const columnNames = ["ready", "in-progress", "in-review", "blocked", "people"] as const;
type ColumnName = (typeof columnNames)[number];

/** The most decisions that are looked through; more than that nobody decides from a board. */
const maxDecisions = 200;
const maxTracks = 200;
const maxRepositories = 200;

const input = z
  .object({
    repo: repoInput.optional(),
    track: z.string().max(100).describe("only what is on this track").optional(),
    space: issueInput.describe("only tasks of this space").optional(),
    assignee: z.string().max(100).describe("only what is assigned to this login").optional(),
    unassigned: z.boolean().default(false).describe("only what is assigned to nobody"),
    words: z.string().max(200).describe("only titles with all of these words").optional(),
    only: z.enum(columnNames).describe("only this column").optional(),
    limit: limitInput.default(50).describe("maximum number of cards in a column"),
  })
  .refine(({ assignee, unassigned }) => assignee === undefined || !unassigned, {
    path: ["unassigned"],
    message: "unassigned and assignee are mutually exclusive: use only one",
  });

type Filter = z.output<typeof input>;

export const board = operation({
  name: "board",
  summary: "Show the open tasks by status, and the decisions that wait for people",
  audience: "people",
  input,
  effect: "reads",
  tool: "dispatched",
  output: boardOutput,
  positional: [],
  examples: ["board", "board --track api --only blocked", "board --words 'sign in' --json"],
  reads: "object",
  run: async (ports, filter) => {
    const narrow = await narrowed({ ...ports, space: undefined }, filter);
    const { repository } = narrow;
    if (repository !== undefined) await requireServed(ports, repository);
    const served = await ports.board.repositories();
    return {
      columns: await taskColumns(ports, narrow, filter),
      people: await peopleColumn(ports, narrow, filter),
      tracks: await ports.board.tracks({ repository, limit: maxTracks }),
      repositories: served.slice(0, maxRepositories).map(({ owner, repo }) => `${owner}/${repo}`),
    };
  },
  text: ({ columns, people }, shown) => textOf(columns, people, shown),
});

function taskColumns(
  { board }: OperationPorts,
  { repository, space }: Awaited<ReturnType<typeof narrowed>>,
  { track, assignee, unassigned, words, only, limit }: Filter,
): Promise<readonly TaskColumn[]> {
  const statuses = columnNames.filter((name): name is TaskStatus => name !== "people");
  return board.tasks({
    repository,
    space,
    track,
    limit,
    words: wordsIn(words),
    assignee: unassigned ? null : assignee,
    statuses: statuses.filter((name) => isShown(name, only)),
  });
}

interface PeopleColumn extends Omit<BoardOutput["people"], "cards"> {
  readonly cards: readonly EscalationCard[];
}

async function peopleColumn(
  { board }: OperationPorts,
  { repository, tasks }: Awaited<ReturnType<typeof narrowed>>,
  filter: Filter,
): Promise<PeopleColumn> {
  if (!isShown("people", filter.only)) return { count: 0, isCounted: true, cards: [] };
  const all = await board.escalations({ repository, limit: maxDecisions });
  const fitting = all.filter((card) => fits(card, filter) && isAbout(card, tasks));
  const cards = fitting.slice(0, filter.limit);
  return { count: fitting.length, isCounted: all.length < maxDecisions, cards };
}

/** Whether a task of the space waits for it. */
function isAbout({ blocks = [] }: EscalationCard, tasks: ReadonlySet<string> | undefined): boolean {
  return tasks === undefined || blocks.some(({ ref }) => tasks.has(ref));
}

function fits(card: EscalationCard, { track, assignee, unassigned, words }: Filter): boolean {
  const logins = card.assignees.map((login) => login.toLowerCase());
  const title = card.title.toLowerCase();
  return (
    (track === undefined || card.track?.toLowerCase() === track.toLowerCase()) &&
    (assignee === undefined || logins.includes(assignee.toLowerCase())) &&
    (!unassigned || logins.length === 0) &&
    wordsIn(words).every((word) => title.includes(word))
  );
}

const isShown = (name: ColumnName, only: ColumnName | undefined): boolean =>
  only === undefined || only === name;

/** ASCII letters alone are compared without case, as the index compares them. */
function wordsIn(text = ""): readonly string[] {
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return lower.split(/\s+/u).filter(Boolean);
}

function textOf(columns: readonly TaskColumn[], people: PeopleColumn, shown: Shown): string {
  const lines = [
    ...columns.flatMap(({ status, count, cards }) => [
      shown.look.paint("strong", `${status} (${count})`),
      ...cards.map(taskLine),
      ...leftOut(count - cards.length),
    ]),
    shown.look.paint("strong", `waiting on people (${people.isCounted ? "" : "at least "}${people.count})`),
    ...people.cards.map((card) => `  ${formatRef(card)}  ${oneLine(card.title)} (${card.urgency})`),
    ...leftOut(people.count - people.cards.length),
  ];
  return shown.look.isTerminal ? [...lines, asOf(shown)].join("\n") : lines.join("\n");
}

function leftOut(count: number): readonly string[] {
  return count > 0
    ? [`  … and ${count} more: see them with a larger --limit, or fewer with --track, --assignee or --words`]
    : [];
}

function taskLine(card: TaskCard): string {
  const held = card.holder === undefined ? [] : [`held by ${oneLine(card.holder.name, 40)}`];
  const facts = [card.priority, card.track, ...held].filter((fact) => fact !== undefined);
  const waits = card.waitsFor.map(({ ref, state }) => `${oneLine(ref, 100)} (${state})`);
  const reason = waits.length === 0 ? "" : `, waits for ${waits.slice(0, 3).join(", ")}`;
  const rest = facts.map((fact) => oneLine(fact, 40)).join(", ");
  return `  ${formatRef(card)}  ${oneLine(card.title, 80)}${rest === "" ? "" : ` (${rest})`}${reason}`;
}

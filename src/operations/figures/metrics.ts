/** Shows the figures of the last weeks. Reads the index alone; what each means is in docs/figures.md. */
import { z } from "zod";
import { toIsoSeconds } from "../../base/clock.ts";
import { measures } from "../../engine/measures/table.ts";
import { parseRepository, repoInput, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { asOf, type Shown } from "../output/look.ts";
import { tableLines } from "../output/table.ts";
import { figureText, isMet, targetText } from "./figure-text.ts";
import type { FiguresSeen } from "./figures-board.ts";
import { type FiguresOutput, figuresOutput, type MeasureOutput } from "./figures-shape.ts";
import { weeksUntil } from "./weeks.ts";

type Figures = Omit<FiguresOutput, "asOf" | "isFresh">;

const maxWeeks = 52;
/** A terminal has no room for more. */
const weeksOnTerminal = 3;

export const metrics = operation({
  name: "metrics",
  summary: "Show how fast questions are answered, how often people are asked, and other figures by week",
  audience: "people",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    weeks: z.int().min(1).max(maxWeeks).default(12).describe("how many whole weeks, besides the current one"),
    repo: repoInput.optional(),
    markdown: z.boolean().default(false).describe("as a Markdown table of the whole weeks"),
  }),
  output: figuresOutput,
  positional: [],
  examples: ["metrics", "metrics --weeks 1 --markdown", "metrics --repo acme/demo --json"],
  reads: "object",
  run: async (ports, { weeks: count, repo }): Promise<Figures> => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const now = ports.clock.now();
    const weeks = weeksUntil(now, count);
    const seen = await ports.board.figures({ repository, weeks, now });
    return {
      weeks: weeks.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to), isOver: to <= now })),
      measures: measures.map(({ numbers: _, ...measure }) => ({
        ...measure,
        numbers: seen.weeks.map((week) => numbersOf(week, measure.name)),
      })),
      inProgress: seen.inProgress,
      oldestQuestion: timeOrNull(seen.oldestQuestionAt),
      ledgerSince: timeOrNull(seen.ledgerSince),
    };
  },
  text: (figures, shown, { markdown }) => (markdown ? asMarkdown(figures) : asTable(figures, shown)),
});

function numbersOf(week: FiguresSeen["weeks"][number], name: string): MeasureOutput["numbers"][number] {
  const numbers = week.get(name);
  if (numbers === undefined) return null;
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

const dayOf = (at: number): string => toIsoSeconds(at).slice(0, 10);
const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : toIsoSeconds(at));

function rowsOf({ weeks, measures }: Figures, shownWeeks: readonly number[]): readonly (readonly string[])[] {
  const heads = shownWeeks.map(
    (at) => `${weeks[at]?.from ?? ""}${weeks[at]?.isOver === true ? "" : " so far"}`,
  );
  return [
    ["", "target", ...heads],
    ...measures.map((measure) => [
      measure.title,
      targetText(measure),
      ...shownWeeks.map((at) => figureText(measure, measure.numbers[at])),
    ]),
  ];
}

function asTable(figures: Figures, shown: Shown): string {
  const { look } = shown;
  const all = figures.weeks.map((_, at) => at);
  const shownWeeks = look.isTerminal ? all.slice(-weeksOnTerminal - 1) : all;
  const lines = tableLines(rowsOf(figures, shownWeeks), look, {
    paint: (cell, column) => (column === 0 ? look.paint("strong", cell) : cell),
  });
  return [...lines, "", ...notes(figures), ...(look.isTerminal ? [asOf(shown)] : [])].join("\n");
}

function notes({ inProgress, oldestQuestion, ledgerSince }: Figures): readonly string[] {
  return [
    `${inProgress} ${inProgress === 1 ? "task is" : "tasks are"} in progress.`,
    oldestQuestion === null
      ? "No question waits for an answer."
      : `The oldest question without an answer was opened at ${oldestQuestion}.`,
    ...(ledgerSince === null
      ? []
      : [`Handover completeness and quality, and lost context, are known since ${ledgerSince}.`]),
  ];
}

/** Without the current week, so that what was posted does not differ from what is shown later. */
function asMarkdown(figures: Figures): string {
  const over = figures.weeks.flatMap(({ isOver }, at) => (isOver ? [at] : []));
  const [head = [], ...rows] = rowsOf(figures, over);
  const marked = rows.map(([title = "", target = "", ...cells], row) => [
    title,
    target,
    ...cells.map((cell, at) => `${cell}${missed(figures.measures[row], over[at]) ? " ✗" : ""}`),
  ]);
  return [
    line(["Figure", "Target", ...head.slice(2).map((day) => `Week of ${day}`)]),
    line([..."--", ...over.map(() => "-")].map(() => "---")),
    ...marked.map(line),
    "",
    ...notes(figures),
  ].join("\n");
}

function missed(measure: MeasureOutput | undefined, week: number | undefined): boolean {
  return measure !== undefined && week !== undefined && isMet(measure, measure.numbers[week]) === false;
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

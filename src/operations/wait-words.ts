/** What an issue that is waited for has come to, and how it is said. */
import { z } from "zod";
import type { Millis } from "../base/clock.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { durationText } from "./flags/duration-flag.ts";
import type { NoteOutput } from "./notes/note-output.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { CardDetail } from "./ports.ts";
import { obstaclesOf } from "./show.ts";
import { endOfWait, verdictLines } from "./writes/verdict-board.ts";

export type WaitEnd = "ready" | "answered" | "closed" | "accepted" | "changes needed";

/** Undefined while there is something to wait for. */
export function endFor({ kind, state, status, decision, verdict }: CardDetail): WaitEnd | undefined {
  if (verdict !== undefined) return endOfWait(verdict);
  if (state === "closed") return decision === undefined ? "closed" : "answered";
  return kind === "task" && status !== undefined && status !== "blocked" ? "ready" : undefined;
}

export function isFree(card: CardDetail | undefined): boolean {
  return card !== undefined && endFor(card) !== undefined;
}

export function describeState(card: CardDetail): string {
  const name = formatRef(card);
  const waiting = obstaclesOf(card);
  const status = card.status ?? "not evaluated yet";
  if (card.verdict !== undefined) return sayVerdict(name, card.verdict);
  if (waiting.length > 0) return [`${name} is ${status}. It waits for`, ...waiting].join("\n");
  return `${name} is ${card.kind === "task" ? status : card.state}.`;
}

function sayVerdict(name: string, verdict: NonNullable<CardDetail["verdict"]>): string {
  const [first = "", ...problems] = verdictLines(verdict);
  return [`${name}: ${first}`, ...problems].join("\n");
}

/** Names only: the titles were reported before. */
export function timeIsUp(issue: string, card: CardDetail | undefined): string {
  if (card === undefined) return `The index has no issue ${issue}.`;
  const waiting = card.inTheWay.map(({ ref }) => oneLine(ref, 100));
  if (waiting.length > 0) return `${formatRef(card)} waits for ${waiting.join(", ")}.`;
  return `${describeState(card)}${isFree(card) ? " But the server could not confirm this with GitHub." : ""}`;
}

/** The decision of what was in the way of a task. */
export interface Settled {
  readonly issue: string;
  readonly decision: string;
}

interface Ended {
  readonly card: CardDetail;
  readonly waitedMs: Millis;
  readonly outcome: WaitEnd;
  readonly settled: readonly Settled[];
  readonly notes: readonly NoteOutput[];
}

/** The state, and for a task the decisions that its notes do not say. */
export function endLines({ card, waitedMs, outcome, settled, notes }: Ended): readonly string[] {
  const name = formatRef(card);
  const after = `after ${durationText(waitedMs)}`;
  if (card.verdict !== undefined) return [sayVerdict(`${name}, ${after}`, card.verdict)];
  const untold = settled.filter(({ decision }) => !notes.some(({ text }) => text.includes(decision)));
  return [
    `${name} is ${wordFor(outcome, card)} ${after}${card.decision === undefined ? "" : `: ${oneLine(card.decision, 200)}`}`,
    ...untold.map(({ issue, decision }) => `${oneLine(issue, 100)} was answered: ${oneLine(decision, 200)}`),
  ];
}

/** The holder of a task waits for its blockers: that it is in progress is no news. */
function wordFor(outcome: WaitEnd, { status }: CardDetail): string {
  if (outcome !== "ready" || status === "ready" || status === undefined) return outcome;
  return `not blocked (${status})`;
}

const endings = z.looseObject({ outcome: z.string().optional() });
const written = endings.extend({ verdict: endings.optional(), answer: endings.optional() });
const unfinished: ReadonlySet<string> = new Set(["time limit", "broken off"]);

/** Whether waiting on may still bring what was waited for. @param output of an operation that waits and was not met */
export function mayWaitOn(output: unknown): boolean {
  const { outcome, verdict, answer } = written.safeParse(output).data ?? {};
  const found = outcome ?? verdict?.outcome ?? answer?.outcome;
  return found === undefined || unfinished.has(found);
}

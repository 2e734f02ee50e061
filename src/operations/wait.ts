/**
 * Waits until an issue is unblocked: nothing blocks a task, a question is answered, a handover is accepted or needs changes,
 * anything else is closed. Polls the index, whose version number cheaply reveals changes. A success is confirmed with GitHub,
 * because the index may not have received a question that was opened a moment ago.
 */
import { z } from "zod";
import { type Millis, toIsoSeconds } from "../base/clock.ts";
import { type FullRef, formatRef } from "../protocol/references/ref.ts";
import { ensureFresh } from "./ensure-fresh.ts";
import { durationMs, durationText } from "./flags/duration-flag.ts";
import { inRepository, issueInput, unknownIssue } from "./issue.ts";
import { markNotes } from "./notes/mark-shown.ts";
import { newsAwaited } from "./notes/news-awaited.ts";
import { noteLines, noteSchema } from "./notes/note-output.ts";
import { type OperationPorts, operation } from "./operation.ts";
import { cardDetailFields, issueName } from "./output/shapes.ts";
import type { CardDetail } from "./ports.ts";
import { obstaclesOf } from "./show.ts";
import {
  describeState,
  endFor,
  endLines,
  isFree,
  type Settled,
  timeIsUp,
  type WaitEnd,
} from "./wait-words.ts";

const lookEveryMs = 100;
/** How long an issue may take from GitHub to the index before it counts as unknown. */
const arrivalMs = 10_000;
/** The same while the server cannot ask GitHub: where a worker was lost, another one takes some fifteen seconds. */
const unsureArrivalMs = 60_000;
/** A missing issue is reported only after this long. */
const quietMs = 1_000;
/** The interval between refreshes while the server cannot finish one. */
const unsureEveryMs = 2_000;

interface Watched {
  /** Reads the card again only if the index has changed. */
  readonly latest: () => Promise<CardDetail | undefined>;
  /** Whether the issue was in the index once, so that it will come again to one that replaced it. */
  readonly isExpected: () => boolean;
}

function watchCard({ board, progress }: OperationPorts, { owner, repo, number }: FullRef): Watched {
  let version: number | undefined;
  let epoch: string | undefined;
  let card: CardDetail | undefined;
  let wasSeen = false;
  let wasReplaced = false;
  const latest = async (): Promise<CardDetail | undefined> => {
    // The version first: a change between the two calls is then seen by the next call.
    const current = await board.version();
    if (current === version) return card;
    version = current;
    const { epoch: now } = await board.changesEnd();
    if (epoch !== undefined && epoch !== now) {
      wasReplaced = true;
      progress("The index was replaced; the wait continues in the new one.");
    }
    epoch = now;
    card = await board.card(owner, repo, number);
    wasSeen ||= card !== undefined;
    return card;
  };
  return { latest, isExpected: () => wasSeen && wasReplaced };
}

/** The outcome, if it is still the same after a refresh from GitHub. */
async function sureEnd(
  latest: () => Promise<CardDetail | undefined>,
  isSure: () => Promise<boolean>,
): Promise<{ readonly outcome: WaitEnd; readonly card: CardDetail } | undefined> {
  if (!isFree(await latest()) || !(await isSure())) return undefined;
  const card = await latest();
  const outcome = card && endFor(card);
  return outcome && { outcome, card };
}

/** Reports what the issue waits for, each thing once. */
function teller({ progress }: OperationPorts, ref: FullRef): (card: CardDetail | undefined) => void {
  let hasReportedMissing = false;
  let reported: ReadonlySet<string> | undefined;
  return (card) => {
    if (card === undefined) {
      if (!hasReportedMissing) progress(`${formatRef(ref)} is not in the index yet.`);
      hasReportedMissing = true;
      return;
    }
    const waiting = card.verdict === undefined ? obstaclesOf(card) : [describeState(card)];
    // A blocker may be resolved before the task's label changes: an empty list in between is not worth a
    // message.
    if (waiting.length === 0 && reported !== undefined) return;
    const fresh = waiting.filter((each) => reported?.has(each) !== true);
    const isNew = reported === undefined || (card.verdict !== undefined && fresh.length > 0);
    if (isNew) progress(describeState(card));
    else if (fresh.length > 0) progress([`${formatRef(card)} now also waits for`, ...fresh].join("\n"));
    reported = new Set(waiting);
  };
}

async function said({ board, clock }: OperationPorts, isFresh: boolean) {
  const at = isFresh ? clock.now() : await board.readAt();
  return { asOf: at === undefined ? null : toIsoSeconds(at), isFresh };
}

/** More are read in the brief. */
const maxSettled = 5;

/** @param refs as `acme/demo#9`, or phrases where there is no issue to name */
async function decisionsOn(ports: OperationPorts, refs: readonly string[]): Promise<readonly Settled[]> {
  const cards = await Promise.all(refs.slice(0, maxSettled).map((ref) => knownCard(ports, ref)));
  return cards.flatMap((card) =>
    card?.decision === undefined ? [] : { issue: formatRef(card), decision: card.decision },
  );
}

async function knownCard({ board }: OperationPorts, ref: string): Promise<CardDetail | undefined> {
  const named = issueInput.safeParse(ref).data;
  const { owner, repo, number } = named ?? {};
  if (owner === undefined || repo === undefined || number === undefined) return undefined;
  return board.card(owner, repo, number);
}

export const waitOutput = z.object({
  issue: issueName,
  outcome: z
    .enum(["ready", "answered", "closed", "accepted", "changes needed", "time limit", "broken off"])
    .describe(
      "`ready`: nothing blocks the task; `accepted`, `changes needed`: of a handover; `broken off`: the caller has gone, or the server stops; ask again",
    ),
  waitedMs: z.number(),
  asOf: z.string().nullable().describe("when what it shows was read from GitHub, in UTC; null before that"),
  isFresh: z.boolean().describe("whether GitHub confirmed it"),
  settled: z
    .array(z.object({ issue: issueName, decision: z.string().describe("the author's words") }))
    .optional()
    .describe("what was in the way when the wait began, with its decision"),
  card: z.object(cardDetailFields).optional().describe("absent if the index has no such issue"),
  notes: z.array(noteSchema).optional().describe("what the agent's inbox had about it; now read"),
});

export const wait = operation({
  name: "wait",
  summary: "Wait until nothing blocks a task, a question is answered, a handover judged, or an issue closed",
  audience: "agents",
  input: z.object({
    issue: issueInput,
    timeout: durationMs.prefault("30m").describe("how long to wait: 90s, 30m, 2h"),
  }),
  effect: "waits",
  tool: "core",
  output: waitOutput,
  positional: ["issue"],
  examples: ["wait '#12'", "wait acme/demo#12 --timeout 90s"],
  run: async (ports, { issue, timeout }) => {
    const ref = await inRepository(ports, issue);
    const startedAt: Millis = ports.clock.now();
    const { latest, isExpected } = watchCard(ports, ref);
    const { isSure, isFresh, isUnsure } = ensureFresh(ports, ref);
    const isUnknown = async (waitedMs: Millis): Promise<boolean> => {
      await isSure();
      return (!isUnsure() || waitedMs >= unsureArrivalMs) && (await latest()) === undefined;
    };
    const tell = teller(ports, ref);
    const awaited = new Set<string>();
    await isSure();
    while (true) {
      const found = await sureEnd(latest, isSure);
      const card = await latest();
      const end = {
        issue: formatRef(ref),
        waitedMs: ports.clock.now() - startedAt,
        ...(await said(ports, isFresh())),
      };
      for (const each of card?.inTheWay ?? []) awaited.add(each.ref);
      if (found !== undefined) {
        const notes = await newsAwaited(ports, found.card);
        return { ...end, ...found, settled: await decisionsOn(ports, [...awaited]), notes };
      }
      if (end.waitedMs >= timeout) return { ...end, outcome: "time limit" as const, card };
      if (ports.signal?.aborted === true) return { ...end, outcome: "broken off" as const, card };
      const isDue = card === undefined && end.waitedMs >= arrivalMs && !isExpected();
      if (isDue && (await isUnknown(end.waitedMs))) throw unknownIssue(ref);
      if (card !== undefined ? !isFree(card) : end.waitedMs >= quietMs) tell(card);
      const everyMs = isFree(card) || isDue ? unsureEveryMs : lookEveryMs;
      const pauseMs = Math.min(everyMs, timeout - end.waitedMs);
      await ports.clock.sleep(pauseMs, ports.signal);
    }
  },
  unmet:
    "timed out: the task is blocked, the question not answered, the handover not judged, or the issue not closed; or the handover needs changes",
  isMet: ({ outcome }) =>
    outcome !== "time limit" && outcome !== "broken off" && outcome !== "changes needed",
  text: ({ issue, waitedMs, ...end }, shown) => {
    const after = `after ${durationText(waitedMs)}`;
    if (end.outcome === "broken off") return `Broken off ${after}. ${timeIsUp(issue, end.card)}`;
    if (end.outcome === "time limit") return `Not yet, ${after}. ${timeIsUp(issue, end.card)}`;
    return [...endLines({ ...end, waitedMs }), ...end.notes.flatMap((note) => noteLines(note, shown))].join(
      "\n",
    );
  },
  afterwards: (ports, output) => markNotes(ports, "notes" in output ? output.notes : []),
});

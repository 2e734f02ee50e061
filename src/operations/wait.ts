/**
 * Waits until an issue is free: a task is ready or under way, a question is answered, anything is closed. A newcomer
 * would ask GitHub in a loop; the index has a version that tells in microseconds whether to look again.
 */
import { z } from "zod";
import type { Millis } from "../base/clock.ts";
import { type FullRef, formatRef } from "../protocol/ref.ts";
import { durationMs, durationText } from "./duration.ts";
import { inRepository, issueInput, unknownIssue } from "./issue.ts";
import { operation } from "./operation.ts";
import { oneLine } from "./plain.ts";
import type { Board, CardDetail } from "./ports.ts";
import { obstaclesOf } from "./show.ts";

type Outcome = "ready" | "answered" | "closed" | "time limit";

const lookEveryMs = 100;
/** How long an issue may take from GitHub to the index before it counts as unknown. */
const arrivalMs = 10_000;

/** Undefined while there is something to wait for. */
function outcomeOf(card: CardDetail): Outcome | undefined {
  if (card.state === "closed") return card.decision === undefined ? "closed" : "answered";
  return card.kind === "task" && card.status !== undefined && card.status !== "blocked" ? "ready" : undefined;
}

/** Reads the card again only when the index has changed. */
function latestCard(board: Board, { owner, repo, number }: FullRef): () => CardDetail | undefined {
  let version: number | undefined;
  let card: CardDetail | undefined;
  return () => {
    const current = board.version();
    if (current !== version) card = board.card(owner, repo, number);
    version = current;
    return card;
  };
}

function standing(card: CardDetail): string {
  const waiting = obstaclesOf(card);
  const status = card.status ?? "not looked at yet";
  if (waiting.length > 0) return [`${formatRef(card)} is ${status}. It waits for`, ...waiting].join("\n");
  return `${formatRef(card)} is ${card.kind === "task" ? status : "open"}.`;
}

export const wait = operation({
  name: "wait",
  summary: "Wait until a task is ready, a question answered, or an issue closed",
  input: z.object({
    issue: issueInput,
    timeout: durationMs.prefault("30m").describe("how long to wait: 90s, 30m, 2h"),
  }),
  positional: ["issue"],
  examples: ["wait '#12'", "wait acme/demo#12 --timeout 90s"],
  run: async (ports, { issue, timeout }) => {
    const ref = inRepository(ports, issue);
    const startedAt: Millis = ports.clock.now();
    const latest = latestCard(ports.board, ref);
    let told = "";
    while (true) {
      const card = latest();
      const waitedMs = ports.clock.now() - startedAt;
      if (card === undefined && waitedMs >= Math.min(arrivalMs, timeout)) throw unknownIssue(ref);
      const outcome = card && (outcomeOf(card) ?? (waitedMs >= timeout ? "time limit" : undefined));
      if (card !== undefined && outcome !== undefined)
        return { issue: formatRef(ref), outcome, waitedMs, card };
      const now = card === undefined ? `${formatRef(ref)} is not in the index yet.` : standing(card);
      // Between a blocker's end and the task's, nothing is in the way any more: no news to somebody who waits.
      const isNews = told === "" || card === undefined || obstaclesOf(card).length > 0;
      if (isNews && now !== told) ports.progress(now);
      if (isNews) told = now;
      await ports.clock.sleep(Math.min(lookEveryMs, timeout - waitedMs));
    }
  },
  isMet: ({ outcome }) => outcome !== "time limit",
  text: ({ issue, outcome, waitedMs, card }) => {
    const after = `after ${durationText(waitedMs)}`;
    if (outcome === "time limit") return `Not yet, ${after}. ${standing(card)}`;
    const decision = card.decision === undefined ? "" : `: ${oneLine(card.decision, 200)}`;
    return `${issue} is ${outcome === "ready" ? (card.status ?? "ready") : outcome} ${after}${decision}`;
  },
});

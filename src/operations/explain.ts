/** Why things are as they are: the ledger of an issue, the newest last. Facts and rules, as they were written then. */
import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import { tellable } from "../engine/explanation.ts";
import type { Proposal, TrackRecordShown } from "../engine/proposal.ts";
import { formatRef } from "../protocol/ref.ts";
import { cardOf, issueInput } from "./issue.ts";
import { limitInput } from "./limit.ts";
import { operation } from "./operation.ts";
import { oneLine } from "./plain.ts";
import { heading, obstaclesOf } from "./show.ts";

/** Kinds of the ledger's lines whose words say all: the others are named behind them. */
const told = new Set(["done", "edited", "forged-marker", "gone", "muted"]);

export const explain = operation({
  name: "explain",
  summary: "Say which facts and rules led to everything done to an issue",
  audience: "people",
  input: z.object({
    issue: issueInput,
    limit: limitInput.default(50).describe("how many lines of the ledger, the newest"),
  }),
  positional: ["issue"],
  examples: ["explain '#12'", "explain acme/demo#12 --limit 200 --json"],
  run: (ports, { issue, limit }) => {
    const card = cardOf(ports, issue);
    const ledger = ports.board.ledgerOf(card.id, limit).toSorted((a, b) => a.at - b.at);
    return { issue: formatRef(card), card, ledger, proposal: ports.board.proposalOf(card.id) };
  },
  text: ({ card, ledger, proposal }) => {
    const waiting = obstaclesOf(card);
    const lines = tellable(ledger).map(({ at, kind, what, because, rule, askedBy }) => {
      const outcome = told.has(kind) ? "" : ` (${oneLine(kind, 60)})`;
      const asked = askedBy === undefined ? "" : `, asked by ${oneLine(askedBy, 100)}`;
      return `${toIsoSeconds(at)}  ${oneLine(what, 200)}${outcome}\n  because ${oneLine(because, 400)} (${oneLine(rule, 60)}${asked})`;
    });
    return [
      heading(card),
      ...(waiting.length > 0 ? ["", "Waits for", ...waiting] : []),
      ...(proposal === undefined ? [] : ["", ...linesOf(proposal)]),
      "",
      ...(lines.length > 0 ? lines : ["The ledger has nothing about it."]),
    ].join("\n");
  },
});

/** What the coordinator made of the question: its gates, what it found, and how far it goes by itself. */
function linesOf({ proposed, gates, passages, isSuggestion, trackRecord }: Proposal): readonly string[] {
  const outcome = { answer: "an answer", escalate: "a decision for people", rest: "nothing yet" };
  return [
    `The coordinator proposes ${outcome[proposed.type]}`,
    ...(proposed.type === "rest" ? [`  because ${oneLine(proposed.because, 400)}`] : []),
    ...gates.map(
      ({ gate, passes, reasons }) =>
        `  ${passes ? "passed " : "stopped"}  ${oneLine(gate, 60)}: ${oneLine(reasons.join(" "), 400)}`,
    ),
    ...passages.map(
      ({ citation, title, score, isSuperseded }) =>
        `  found    ${oneLine(citation, 300)} ${oneLine(title, 100)} (${score.toFixed(2)}${isSuperseded ? ", superseded" : ""})`,
    ),
    ...(trackRecord === undefined ? [] : [`  ${standingOf(isSuggestion, trackRecord)}`]),
  ];
}

function standingOf(isSuggestion: boolean, { accepted, rejected, lowerBound }: TrackRecordShown): string {
  const how = isSuggestion ? "suggested" : "stands by itself";
  return `${how}; ${accepted} of ${accepted + rejected} approved, lower bound ${lowerBound.toFixed(2)}`;
}

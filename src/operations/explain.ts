/**
 * Explains how an issue came to its state: its ledger, newest entries last, with facts and rules as they were
 * recorded.
 */
import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import { mergeDecidedAndDone } from "../engine/commands/explanation.ts";
import type { Figure, Proposal, SuggestionTrackRecord } from "../engine/model/proposal.ts";
import type { LedgerLine } from "../engine/model/snapshot.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { limitInput } from "./flags/limit.ts";
import { cardOf, issueInput } from "./issue.ts";
import { operation } from "./operation.ts";
import { asOf, type Shown, timeOf, toneOf } from "./output/look.ts";
import { cardDetailFields, issueName, millis, readingShape } from "./output/shapes.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { CardDetail } from "./ports.ts";
import { heading, obstaclesOf } from "./show.ts";

/** Ledger kinds whose text is complete without the kind; other kinds are appended to the text. */
const selfExplanatory = new Set(["done", "edited", "forged-marker", "gone", "muted"]);

const ledgerLine = z.object({
  at: millis,
  kind: z.string().describe("decided, done, refused, …"),
  rule: z.string(),
  because: z.string(),
  what: z.string(),
  askedBy: z.string().optional().describe("`bob (write)`; absent if nobody asked for it"),
});

export const explainOutput = z.object({
  ...readingShape,
  issue: issueName,
  card: z.object(cardDetailFields),
  ledger: z.array(ledgerLine).describe("the oldest first"),
  isLedgerKnown: z.boolean().describe("false where there is no index, which alone has the ledger"),
  proposal: z
    .looseObject({ proposed: z.looseObject({ type: z.enum(["answer", "escalate", "rest"]) }) })
    .optional()
    .describe("what the coordinator made of a question; its other fields change with the coordinator"),
});

export const explain = operation({
  name: "explain",
  summary: "Explain everything done to an issue: the facts and rules behind it",
  audience: "people",
  input: z.object({
    issue: issueInput,
    limit: limitInput.default(50).describe("number of ledger entries, newest first"),
  }),
  effect: "reads",
  tool: "dispatched",
  output: explainOutput,
  positional: ["issue"],
  examples: ["explain '#12'", "explain acme/demo#12 --limit 200 --json"],
  reads: "object",
  worksFromGitHub: true,
  run: async (ports, { issue, limit }) => {
    const card = await cardOf(ports, issue);
    const newest = await ports.board.ledgerOf(card.id, limit);
    const ledger = newest.toSorted((a, b) => a.at - b.at);
    const proposal = await ports.board.proposalOf(card.id);
    return { issue: formatRef(card), card, ledger, isLedgerKnown: ports.source === undefined, proposal };
  },
  text: ({ card, ledger, isLedgerKnown, proposal }, shown) => {
    const nothing = isLedgerKnown ? undefined : ledgerElsewhere;
    if (shown.look.isTerminal) return onTerminal(card, ledger, proposal, shown, nothing);
    const waiting = obstaclesOf(card);
    const lines = mergeDecidedAndDone(ledger).map(({ at, kind, what, because, rule, askedBy }) => {
      const outcome = selfExplanatory.has(kind) ? "" : ` (${oneLine(kind, 60)})`;
      const asked = askedBy === undefined ? "" : `, asked by ${oneLine(askedBy, 100)}`;
      return `${toIsoSeconds(at)}  ${oneLine(what, 200)}${outcome}\n  because ${oneLine(because, 400)} (${oneLine(rule, 60)}${asked})`;
    });
    return [
      heading(card),
      ...(waiting.length > 0 ? ["", "Waits for", ...waiting] : []),
      ...(proposal === undefined ? [] : ["", ...linesOf(proposal)]),
      "",
      ...(lines.length > 0 ? lines : [nothing ?? "The ledger has no entries for it."]),
    ].join("\n");
  },
});

const ledgerElsewhere =
  "What was done to it is in the server's ledger. Comment /explain on it, and signalbox answers with that.";

/** The state with its reason, then one line for each action; what proposed an action is shown below it. */
function onTerminal(
  card: CardDetail,
  ledger: readonly LedgerLine[],
  proposal: Proposal | undefined,
  shown: Shown,
  nothing = "Nothing has been done to it so far.",
): string {
  const { paint } = shown.look;
  const status = card.status ?? card.state;
  const by = card.inTheWay.map(({ ref, title }) => [ref, title].map((word) => oneLine(word, 80)).join(" "));
  const rows = mergeDecidedAndDone(ledger).map(({ at, what, because, askedBy }) => {
    const asked = askedBy === undefined ? "" : ` (asked by ${oneLine(askedBy, 60)})`;
    return `${paint("quiet", timeOf(at, shown))}  ${oneLine(what, 100)}${asked}\n       because ${oneLine(because, 300)}`;
  });
  return [
    `${paint("strong", formatRef(card))} is ${paint(toneOf(status), status)}${by.length === 0 ? "" : ` by ${by.join(", ").trimEnd()}`}.`,
    ...(rows.length > 0 ? rows : [nothing]),
    ...(proposal === undefined ? [] : linesOf(proposal)),
    `Times in UTC. ${asOf(shown)} Full details: ${paint("strong", `signalbox show ${formatRef(card)}`)}`,
  ].join("\n");
}

/**
 * The coordinator's result for the question: its gates, what it found, and whether it answers without
 * approval.
 */
function linesOf({ proposed, gates, passages, isSuggestion, trackRecord }: Proposal): readonly string[] {
  const outcome = { answer: "an answer", escalate: "a decision for people", rest: "nothing yet" };
  return [
    `The coordinator proposes ${outcome[proposed.type]}`,
    ...(proposed.type === "rest" ? [`  because ${oneLine(proposed.because, 400)}`] : []),
    ...gates.map(
      ({ gate, passes, reasons, figures = [] }) =>
        `  ${passes ? "passed " : "stopped"}  ${oneLine(gate, 60)}: ${oneLine([...reasons, ...figures.map(inFigures)].join(" "), 400)}`,
    ),
    ...passages.map(
      ({ citation, title, score, isSuperseded }) =>
        `  found    ${oneLine(citation, 300)} ${oneLine(title, 100)} (${score.toFixed(2)}${isSuperseded ? ", superseded" : ""})`,
    ),
    ...(trackRecord === undefined ? [] : [`  ${standingOf(isSuggestion, trackRecord)}`]),
  ];
}

function inFigures({ of, is, limit }: Figure): string {
  return `(${of}: ${is.toFixed(2)}, limit ${limit.toFixed(2)})`;
}

function standingOf(
  isSuggestion: boolean,
  { accepted, rejected, lowerBound }: SuggestionTrackRecord,
): string {
  const how = isSuggestion ? "suggested" : "accepted without approval";
  return `${how}; ${accepted} of ${accepted + rejected} approved, lower bound ${lowerBound.toFixed(2)}`;
}

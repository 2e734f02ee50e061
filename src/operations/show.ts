/** Shows one issue as the index has it: its state, what it waits for, what waits for it. */
import { z } from "zod";
import { toMinuteUtc } from "../base/clock.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { cardOf, issueInput } from "./issue.ts";
import { operation } from "./operation.ts";
import { asOf, type Shown, toneOf } from "./output/look.ts";
import { cardDetailFields, readingShape } from "./output/shapes.ts";
import { oneLine, quotedLines, quotedWords } from "./output/terminal-text.ts";
import type { CardDetail, Naming, Neighbour } from "./ports.ts";
import { verdictLines } from "./writes/verdict-board.ts";

const neighbour = ({ ref, title, state }: Neighbour): string =>
  `  ${oneLine(ref, 100)} (${state}) ${oneLine(title, 80)}`.trimEnd();

/** The issue's known blockers, one line each. */
export function obstaclesOf({ inTheWay }: CardDetail): readonly string[] {
  return inTheWay.map(neighbour);
}

/** The blockers first, with how each blocks; then the dependencies that no longer block. */
function blockedBy(card: CardDetail): readonly string[] {
  const holding = new Set(card.inTheWay.map(({ ref }) => ref));
  return [...obstaclesOf(card), ...card.blockedBy.filter(({ ref }) => !holding.has(ref)).map(neighbour)];
}

/** At most this many are listed; the JSON output has all. */
const maxNaming = 20;

/** What refers to the issue, without what the lists of dependencies show. */
function naming({ namedBy, inTheWay, blockedBy, blocking }: CardDetail): readonly Naming[] {
  const listed = new Set([...inTheWay, ...blockedBy, ...blocking].map(({ ref }) => ref));
  return namedBy.filter(({ ref }) => !listed.has(ref));
}

function namingLine({ kind, ref, title, state }: Naming): string {
  return `  ${oneLine(ref, 100)} (${kind}, ${state}) ${oneLine(title, 80)}`.trimEnd();
}

function namingLines(card: CardDetail): readonly string[] {
  const all = naming(card);
  const rest = all.length - maxNaming;
  return [...all.slice(0, maxNaming).map(namingLine), ...(rest > 0 ? [`  and ${rest} more: --json`] : [])];
}

function heldBy({ holder }: CardDetail): string {
  return holder === undefined
    ? ""
    : `, held by ${oneLine(holder.name, 40)} since ${toMinuteUtc(holder.since)}`;
}

/** `acme/demo#12 task, open, blocked` and its title. */
export function heading(card: CardDetail): string {
  const facts = [card.kind, card.state, card.status].filter((word) => word !== undefined);
  return `${formatRef(card)}  ${facts.join(", ")}${heldBy(card)}\n> ${oneLine(card.title, 200)}`;
}

const section = (title: string, found: readonly string[]): readonly string[] =>
  found.length === 0 ? [] : ["", title, ...found];

function text(card: CardDetail): string {
  const people = card.assignees.map((login) => `@${oneLine(login, 40)}`).join(", ");
  return [
    heading(card),
    `by ${card.author === undefined ? "a deleted account" : `@${oneLine(card.author, 40)}`}${people === "" ? "" : `, assigned to ${people}`}`,
    ...signatureLine(card),
    ...editedLine(card),
    ...workLine(card),
    ...section("Blocked by", blockedBy(card)),
    ...section("Blocks", card.blocking.map(neighbour)),
    ...section("Named by", namingLines(card)),
    ...section(
      "Verdict",
      verdictOf(card).map((line) => `  ${line}`),
    ),
    ...section("Decision", card.decision === undefined ? [] : quotedLines(card.decision, 40)),
    ...section("Body", quotedLines(card.body, 200)),
  ].join("\n");
}

/** For a terminal: the state in one line, relations in columns, the next command last. */
function onTerminal(card: CardDetail, shown: Shown): string {
  const { look } = shown;
  const people = card.assignees.map((login) => `@${oneLine(login, 40)}`).join(", ");
  const by = card.author === undefined ? "a deleted account" : `@${oneLine(card.author, 40)}`;
  const status = card.status ?? card.state;
  const facts = [card.kind, look.paint(toneOf(status), status), card.priority, card.track];
  const rows = [
    ...card.inTheWay.map((each) => ["Blocked by", ...related(each)]),
    ...card.blocking.map((each) => ["Blocks", ...related(each)]),
    ...naming(card)
      .slice(0, maxNaming)
      .map((each) => ["Named by", each.kind, ...related(each)]),
    ...(card.decision === undefined ? [] : [["Decided", oneLine(card.decision, 300)]]),
  ];
  const opening = look.opening(card);
  return [
    look.paint("strong", `${formatRef(card)}  ${oneLine(card.title, 200)}`),
    `${facts.filter((fact) => fact !== undefined).join(", ")}${heldBy(card)}; ${people === "" ? "unassigned" : `assigned to ${people}`}; opened by ${by}`,
    ...signatureLine(card),
    ...editedLine(card),
    ...workLine(card),
    ...rows.map(([label = "", ...words]) => `${label.padEnd(10)}  ${words.join("  ")}`),
    ...verdictOf(card),
    "",
    ...quotedLines(card.body, 200),
    "",
    `${asOf(shown)}${opening === undefined ? "" : ` Open it: ${look.paint("strong", opening)}`}`,
  ].join("\n");
}

function related({ ref, title, state }: Neighbour): readonly string[] {
  const words = oneLine(title, 80);
  return [oneLine(ref, 100), `${words === "" ? "" : `${words} `}(${state})`];
}

export const show = operation({
  name: "show",
  summary: "Show an issue: its status, what it waits for, what waits for it, what refers to it",
  audience: "agents",
  input: z.object({ issue: issueInput }),
  effect: "reads",
  tool: "dispatched",
  output: z.object({ ...readingShape, ...cardDetailFields }),
  positional: ["issue"],
  examples: ["show '#12'", "show acme/demo#12 --json"],
  reads: "object",
  worksFromGitHub: true,
  run: (ports, { issue }) => cardOf(ports, issue),
  text: (card, shown) => (shown.look.isTerminal ? onTerminal(card, shown) : text(card)),
});

function editedLine({ unapprovedTitle: title }: CardDetail): readonly string[] {
  return title === undefined
    ? []
    : [`edited since it was approved, and not approved again; its title is now ${quotedWords(title, 200)}`];
}

function verdictOf({ verdict }: CardDetail): readonly string[] {
  return verdict === undefined ? [] : verdictLines(verdict);
}

function workLine({ work }: CardDetail): readonly string[] {
  if (work === undefined) return [];
  const { head, base } = work;
  return [
    head === ""
      ? "hands over work without a pull request"
      : `hands over commit ${oneLine(head.slice(0, 10), 10)} for ${quotedWords(base, 100)}`,
  ];
}

function signatureLine({ signature }: CardDetail): readonly string[] {
  if (signature === undefined) return [];
  return signature === "holds"
    ? ["signed: the signature is right for what was opened here"]
    : ["signature not valid for this issue: it proves nothing about who wrote it"];
}

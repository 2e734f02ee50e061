/** Compares a plan with GitHub: what has to be opened, what differs, and what the plan does not have. */
import { settledText } from "../../protocol/envelope/settled-text.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { messageOf, type PlanEntry } from "../../protocol/plans/plan.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import { writeBody } from "../../protocol/sections/write.ts";
import { byPlace, type FoundIssue, placeOf } from "./found.ts";

/** An entry with the repository that it goes to. */
export interface PlacedEntry {
  readonly entry: PlanEntry;
  readonly place: RepositoryName;
}

/** A title with the text before the envelope. */
export interface PlanText {
  readonly title: string;
  readonly text: string;
}

interface Compared extends PlacedEntry {
  readonly ref: FullRef;
  readonly state: FoundIssue["state"];
}

export type PlanStep =
  | (PlacedEntry & { readonly action: "open" })
  | (Compared & { readonly action: "same" })
  | (Compared & Difference & { readonly action: "write" })
  /** Someone edited it, so it is theirs. */
  | (Compared & Difference & { readonly action: "leave"; readonly editor: string | undefined });

interface Difference {
  readonly before: PlanText;
  /** Undefined as long as it names an entry that has no number. */
  readonly after: PlanText | undefined;
}

export interface Comparison {
  /** In the order of the entries. */
  readonly steps: readonly PlanStep[];
  /** Open issues of this plan that the file no longer has. */
  readonly strays: readonly FoundIssue[];
}

/** The number of another entry; undefined while it has none. */
export type NumberOf = (key: string) => FullRef | undefined;

/** @param found the issues of this plan and others, where the entries go */
export function compare(
  plan: string,
  entries: readonly PlacedEntry[],
  found: readonly FoundIssue[],
): Comparison {
  const opened = byPlace(found, plan);
  const issueOf = ({ entry, place }: PlacedEntry): FoundIssue | undefined =>
    opened.get(placeOf(entry.key, place));
  const numbers = new Map(entries.map((placed) => [placed.entry.key, issueOf(placed)?.ref]));
  const steps = entries.map((placed): PlanStep => {
    const issue = issueOf(placed);
    return issue === undefined
      ? { action: "open", ...placed }
      : stepFor(
          placed,
          issue,
          planText(placed, (key) => numbers.get(key)),
        );
  });
  const places = new Set(entries.map(({ entry, place }) => placeOf(entry.key, place)));
  const strays = [...opened].filter(([place, { state }]) => state === "open" && !places.has(place));
  return { steps, strays: strays.map(([, issue]) => issue) };
}

function stepFor(placed: PlacedEntry, issue: FoundIssue, after: PlanText | undefined): PlanStep {
  const { ref, state, editor, isUntouched } = issue;
  const before = issueText(issue);
  if (after !== undefined && isSameText(before, after)) return { action: "same", ...placed, ref, state };
  const difference = { ...placed, ref, state, before, after };
  return isUntouched ? { action: "write", ...difference } : { action: "leave", ...difference, editor };
}

/** What an issue says now. */
export function issueText({ title, body }: Pick<FoundIssue, "title" | "body">): PlanText {
  return { title: title.trim(), text: settledText(splitEnvelope(body).words) };
}

/** What the plan says; undefined if that names an entry without a number. */
export function planText({ entry, place }: PlacedEntry, numberOf: NumberOf): PlanText | undefined {
  const message = messageOf(entry, numberOf, place);
  return message && { title: entry.title, text: settledText(writeBody(message)) };
}

export function isSameText(one: PlanText, other: PlanText): boolean {
  return one.title === other.title && one.text === other.text;
}

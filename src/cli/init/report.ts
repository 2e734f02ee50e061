/**
 * The report of an installation as plain lines for a terminal: first the differences, then what is kept,
 * created and found.
 */
import type { Look, Tone } from "../../operations/output/look.ts";
import { visible } from "../../protocol/characters.ts";
import type { LabelDefinition } from "../../protocol/label.ts";
import type { Change } from "./change.ts";
import type { History } from "./history.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** The planned changes and their target. */
export interface ProposedChanges {
  /** A folder, or a repository as owner/name. */
  readonly where: string;
  readonly changes: readonly Change[];
  /** Labels to create; undefined if only the App can create them. */
  readonly labels: readonly LabelDefinition[] | undefined;
  readonly history: History | undefined;
  /** What a removal does not take out; lines. */
  readonly leaves?: string;
}

export interface InitResult extends ProposedChanges {
  readonly written: boolean;
  readonly pullRequest: string | undefined;
}

export function toWrite({ changes }: Pick<ProposedChanges, "changes">): readonly Change[] {
  const written: readonly Change["action"][] = ["create", "update", "remove"];
  return changes.filter(({ action }) => written.includes(action));
}

export function hasNothingToDo(proposal: ProposedChanges): boolean {
  return toWrite(proposal).length === 0 && (proposal.labels ?? []).length === 0;
}

/** @param paint colours the lines of the differences */
export function proposalText(proposal: ProposedChanges, paint: Look["paint"]): string {
  const { changes, labels, history, leaves } = proposal;
  const diffOf = (change: Change): string => paintDiff(plainDiff(change), paint);
  const kept = changes.filter(({ action }) => action === "keep");
  const parts = [
    ...toWrite(proposal).map(diffOf),
    ...kept.map((change) => `${keptText(change)}${diffOf(change)}`),
    ...(labels === undefined || labels.length === 0
      ? []
      : [`Labels to create: ${labels.map(({ name }) => name).join(", ")}.\n`]),
    ...(history === undefined ? [] : [historyText(history)]),
    ...(leaves === undefined ? [] : [leaves]),
  ];
  return parts.join("\n");
}

function keptText({ path, why = "" }: Change): string {
  return `Kept: ${path} (${why}). This is what --force would change, if anything:\n`;
}

function paintDiff(diff: string, paint: Look["paint"]): string {
  const toneOf = (line: string): Tone | undefined =>
    line.startsWith("+") ? "good" : line.startsWith("-") ? "bad" : line.startsWith("@") ? "quiet" : undefined;
  return diff
    .split("\n")
    .map((line) => {
      const tone = toneOf(line);
      return tone === undefined ? line : paint(tone, line);
    })
    .join("\n");
}

/** The pending changes, in one line. */
export function summaryOf(proposal: ProposedChanges): string {
  const added = toWrite(proposal);
  const kept = proposal.changes.filter(({ action }) => action === "keep").map(({ path }) => path);
  const labels = proposal.labels?.length ?? 0;
  const what = [
    `${added.length} ${added.length === 1 ? "file" : "files"}`,
    ...(labels === 0 ? [] : [`${labels} ${labels === 1 ? "label" : "labels"}`]),
  ].join(" and ");
  const left = kept.length === 0 ? "" : `; keeps ${kept.join(", ")}, which was edited`;
  const verb = added.some(({ action }) => action === "remove") ? "Removes or changes" : "Adds or changes";
  return `${verb} ${what} in ${proposal.where}${left}.\n`;
}

/** File contents may include terminal escape sequences. */
function plainDiff({ path, before, after }: Change): string {
  return unifiedDiff(path, before, after)
    .split("\n")
    .map((line) => visible(line.replaceAll("\t", "  ")))
    .join("\n");
}

function historyText(history: History): string {
  const { issues, isCut, untouched, kinds, needsFix, needsApproval } = history;
  const counted = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const typed = issues - untouched;
  return [
    `${issues} issues were read${isCut ? ", the newest; there are more" : ""}. ${untouched} have no kind and stay unchanged.`,
    typed === 0 ? "None has a kind." : `${typed} have a kind and get its labels: ${counted.join(", ")}.`,
    ...listIssues("Labelled needs-fix, with one comment containing the body to paste", needsFix),
    ...listIssues(
      "Labelled needs-approval, with one comment, because their authors have no write access",
      needsApproval,
    ),
    "",
  ].join("\n");
}

const shownNumbers = 50;

function listIssues(what: string, numbers: readonly number[]): readonly string[] {
  if (numbers.length === 0) return [];
  const more = numbers.length > shownNumbers ? `, and ${numbers.length - shownNumbers} more` : "";
  const shown = numbers.slice(0, shownNumbers).map((number) => `#${number}`);
  return [`${what}: ${shown.join(", ")}${more}.`];
}

export function outcomeJson(outcome: InitResult): string {
  const { where, changes, labels, history, leaves, written, pullRequest } = outcome;
  const shown = changes.map(({ path, action, why, before, after }) => ({
    path,
    action,
    why,
    diff: unifiedDiff(path, before, after),
  }));
  const names = labels?.map(({ name }) => name);
  return `${JSON.stringify({ where, written, pullRequest, changes: shown, labels: names, history, leaves }, undefined, 2)}\n`;
}

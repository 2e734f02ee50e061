/**
 * The labels that signalbox defines by default. Owned labels show an issue's state: only the App sets them,
 * and it reverts manual changes.
 */
import { visible } from "./characters.ts";
import { pressures } from "./kinds/escalation.ts";
import { allKinds, mirroredLabels } from "./kinds/kinds.ts";
import { categories, urgencies } from "./kinds/question.ts";
import { kindLabel, labelName, type RenamedLabels } from "./label-name.ts";
import type { MessageReading } from "./message.ts";

/** GitHub requires a colour of six hex digits and a description of at most 100 characters. */
export interface LabelDefinition {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

/** GitHub's limit on the length of a name. */
const maxName = 50;

const statusLabels: readonly LabelDefinition[] = [
  { name: "status:blocked", color: "b60205", description: "Waits for at least one other issue" },
  { name: "status:ready", color: "0e8a16", description: "Nothing blocks it" },
  { name: "status:in-progress", color: "1d76db", description: "Work on it has started" },
  { name: "status:in-review", color: "5319e7", description: "The work is done and under review" },
];
const stateLabels: readonly LabelDefinition[] = [
  { name: "answered", color: "0e8a16", description: "The question has an accepted answer" },
  { name: "escalated", color: "d93f0b", description: "Waits for a person to decide" },
  {
    name: "needs-fix",
    color: "fbca04",
    description: "Something in the body needs a fix; a comment says what",
  },
  {
    name: "needs-approval",
    color: "fbca04",
    description: "Its author has no write access; someone with write access has to approve it",
  },
  {
    name: "suggested",
    color: "d4c5f9",
    description: "An answer that the coordinator suggests; it counts once it is approved",
  },
];
const urgencyColors = {
  blocking: "b60205",
  important: "d93f0b",
  "nice-to-have": "c5def5",
  advisory: "c5def5",
} as const;

/** All our labels, under their default names. */
export const defaultLabels: readonly LabelDefinition[] = [
  ...allKinds.map(({ name, description }) => ({ name: `kind:${name}`, color: "0052cc", description })),
  ...statusLabels,
  ...[...new Set([...urgencies, ...pressures])].map((urgency) => ({
    name: `urgency:${urgency}`,
    color: urgencyColors[urgency],
    description: `How long its answer can wait: ${urgency}`,
  })),
  ...categories.map((category) => ({
    name: `category:${category}`,
    color: "bfdadc",
    description: `A question about ${category}`,
  })),
  ...stateLabels,
];

/** Default names of the labels that only the App adds and removes. */
export const ownedLabels: readonly string[] = [...statusLabels, ...stateLabels].map(({ name }) => name);

/** Label families in which an issue has exactly the labels that follow from its sections. */
export const mirroredPrefixes: readonly string[] = ["urgency:", "category:", "track:"];

/** The labels to create in a repository, under its own names. */
export function labelsToMake(renamed: RenamedLabels = {}): readonly LabelDefinition[] {
  return defaultLabels.map((label) => ({ ...label, name: labelName(label.name, renamed) }));
}

/** The labels that mirror an issue's content: its kind, urgency, category and track. */
export function labelsOf(reading: MessageReading, renamed: RenamedLabels = {}): readonly string[] {
  if (reading.kind === undefined) return [];
  const mirrored = reading.message === undefined ? [] : mirroredLabels(reading.message);
  return [kindLabel(reading.kind, renamed), ...mirrored.map((name) => labelName(asName(name), renamed))];
}

/** A label name is a single line without commas, because lists of labels are comma-separated. */
function asName(text: string): string {
  return visible(text)
    .replace(/[\s,]+/g, " ")
    .trim()
    .slice(0, maxName)
    .toWellFormed()
    .trim();
}

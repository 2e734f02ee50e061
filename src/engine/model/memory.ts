/**
 * What GitHub's own data cannot tell again: it stands in the marker of our status comment, signed, so that an index
 * rebuilt from GitHub alone is equal. Whatever can be derived (labels, states, native edges) has no place here. Each
 * feature brings its slice; keys are data that outlive a release, so none is renamed.
 */
import { z } from "zod";
import { admissionSlice } from "../admission/persisted.ts";
import { askingSlice, optionAction } from "../asking/persisted.ts";
import { blockingSlice } from "../blocking/persisted.ts";
import { commandsSlice } from "../commands/persisted.ts";
import { discoveriesSlice } from "../discoveries/persisted.ts";
import { escalationsSlice } from "../escalations/persisted.ts";
import { handoversSlice } from "../handovers/persisted.ts";
import { noticesSlice } from "../notices/persisted.ts";
import { questionsSlice } from "../questions/persisted.ts";
import { settingsSlice } from "../settings/persisted.ts";

/** What the marker of an issue of ours seals beside its key. */
const sealedSchema = z.object({
  /** One for each option of an escalation, in their order. */
  actions: z.array(optionAction).optional(),
  /** Names of issues that it is linked to and that its sections do not name. */
  links: z.array(z.string()).optional(),
});

const memorySchema = z.object({
  ...admissionSlice,
  ...commandsSlice,
  ...blockingSlice,
  ...noticesSlice,
  ...discoveriesSlice,
  ...questionsSlice,
  ...askingSlice,
  ...escalationsSlice,
  ...settingsSlice,
  ...handoversSlice,
  /** Issues that we opened for this one, by the key of their marker: what was opened once is not opened again. */
  opened: z.array(z.object({ key: z.string(), id: z.string(), number: z.number().int() })).default([]),
});

/** The remembered part of an issue's state. */
export type Memory = Readonly<z.infer<typeof memorySchema>>;
/** An issue that we opened. */
export type OpenedIssue = Memory["opened"][number];
export type OptionAction = z.infer<typeof optionAction>;
export type Sealed = Readonly<z.infer<typeof sealedSchema>>;
export type Accepted = NonNullable<Memory["accepted"]>;
export type Settled = NonNullable<Memory["settled"]>;
export type MergeDecision = NonNullable<Memory["merging"]>;

/** An issue about which nothing needs remembering. */
export const blankMemory: Memory = memorySchema.parse({});

/** Reads what a marker carried. A shape this release does not know is as good as no memory, and never throws. */
export function readMemory(value: unknown): Memory | undefined {
  const result = memorySchema.safeParse(value);
  return result.success ? result.data : undefined;
}

/** What a marker carries of it: parts without content stand for themselves when they are read again. */
export function writtenMemory(memory: Memory): Readonly<Record<string, unknown>> {
  const blank: Readonly<Record<string, unknown>> = blankMemory;
  const said = Object.entries(memory).filter(
    ([name, part]) => part !== undefined && JSON.stringify(part) !== JSON.stringify(blank[name]),
  );
  return Object.fromEntries(said);
}

/** Reads what the marker of an issue of ours sealed; a shape that this release does not know seals nothing. */
export function readSealed(value: unknown): Sealed {
  const result = sealedSchema.safeParse(value);
  return result.success ? result.data : {};
}

/**
 * Whether a memory alone is a reason to write the first status comment, which notifies. What a fresh look would find
 * again by itself is none: who stands behind the body, and which comments were refused, as our replies tell that.
 * @param memory where an index is kept, only what lasts of it; all of it where each look starts from nothing
 */
export function isWorthKeeping(memory: Memory): boolean {
  const { edges, accepted, settled, merging, lost, started, heldBy, woken, told, obeyed, waived } = memory;
  const { opened, asked, approved, fork } = memory;
  return (
    [accepted, settled, merging, approved, fork].some((decision) => decision !== undefined) ||
    started !== undefined ||
    [edges, lost, waived, heldBy, woken, told, obeyed, opened, asked].some((list) => list.length > 0)
  );
}

/** Equality by content, whatever order the keys came in. */
export function sameMemory(a: Memory, b: Memory): boolean {
  return canonical(a) === canonical(b);
}

function canonical(memory: Memory): string {
  return JSON.stringify(memory, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

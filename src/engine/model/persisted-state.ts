/**
 * Defines the persisted state: what GitHub's own data cannot tell again. It is kept, signed, in the marker of
 * our status comment, so that an index rebuilt from GitHub alone is equal. Anything that can be derived
 * (labels, states, dependencies) does not belong here. Each feature contributes its slice. Keys are data that
 * outlive a release: never rename one.
 */
import { z } from "zod";
import { isSameJson } from "../../base/same-json.ts";
import { admissionSlice } from "../admission/persisted.ts";
import { askingSlice, optionAction } from "../asking/persisted.ts";
import { blockingSlice } from "../blocking/persisted.ts";
import { commandsSlice } from "../commands/persisted.ts";
import { discoveriesSlice } from "../discoveries/persisted.ts";
import { escalationsSlice } from "../escalations/persisted.ts";
import { freeingSlice } from "../freeing/persisted.ts";
import { handoversSlice } from "../handovers/persisted.ts";
import { leasesSlice } from "../leases/persisted.ts";
import { locksSlice } from "../locks/persisted.ts";
import { mattersSlice } from "../matters/persisted.ts";
import { notesSlice } from "../notes/persisted.ts";
import { noticesSlice } from "../notices/persisted.ts";
import { ownTextSlice } from "../own-text/persisted.ts";
import { pollsSlice } from "../polls/persisted.ts";
import { questionsSlice } from "../questions/persisted.ts";
import { settingsSlice } from "../settings/persisted.ts";
import { spacesSlice } from "../spaces/persisted.ts";
import { startsSlice } from "../starts/persisted.ts";

/** What the marker of one of our issues seals in addition to its key. */
const sealedSchema = z.object({
  /** The issue's title as we wrote it: the marker's signature covers the body alone. */
  title: z.string().optional(),
  /** One for each option of an escalation, in the same order. */
  actions: z.array(optionAction).optional(),
  /** Names of issues that it is linked to and that its sections do not name. */
  links: z.array(z.string()).optional(),
  /** SHA-256 of title and body of the issue on behalf of which it was opened, as it was then. */
  about: z.string().optional(),
});

const memorySchema = z.object({
  ...admissionSlice,
  ...mattersSlice,
  ...ownTextSlice,
  ...freeingSlice,
  ...commandsSlice,
  ...blockingSlice,
  ...leasesSlice,
  ...locksSlice,
  ...startsSlice,
  ...noticesSlice,
  ...notesSlice,
  ...discoveriesSlice,
  ...spacesSlice,
  ...questionsSlice,
  ...pollsSlice,
  ...askingSlice,
  ...escalationsSlice,
  ...settingsSlice,
  ...handoversSlice,
  /** Issues that we opened on behalf of this one, by the key of their marker: none is opened twice. */
  opened: z.array(z.object({ key: z.string(), id: z.string(), number: z.number().int() })).default([]),
});

/** The persisted part of an issue's state. */
export type PersistedState = Readonly<z.infer<typeof memorySchema>>;
/** An issue that we opened. */
export type OpenedIssue = PersistedState["opened"][number];
export type OptionAction = z.infer<typeof optionAction>;
export type Sealed = Readonly<z.infer<typeof sealedSchema>>;
export type Accepted = NonNullable<PersistedState["accepted"]>;
/** An end of a blocker that does not count. */
export type Doubt = NonNullable<PersistedState["doubts"]>[number];
export type Ballot = NonNullable<PersistedState["ballots"]>[number];
export type Outcome = NonNullable<PersistedState["outcome"]>;
export type Settled = NonNullable<PersistedState["settled"]>;
export type MergeDecision = NonNullable<PersistedState["merging"]>;

/** The state of an issue for which nothing was persisted. */
export const emptyPersistedState: PersistedState = memorySchema.parse({});

/** Parses the state in a marker; undefined for a shape that this release does not know. Never throws. */
export function parsePersistedState(value: unknown): PersistedState | undefined {
  const result = memorySchema.safeParse(value);
  return result.success ? result.data : undefined;
}

/** The parts that a marker carries: empty ones are left out, as reading restores their defaults. */
export function compactPersistedState(persisted: PersistedState): Readonly<Record<string, unknown>> {
  const blank: Readonly<Record<string, unknown>> = emptyPersistedState;
  const said = Object.entries(persisted).filter(
    ([name, part]) => part !== undefined && JSON.stringify(part) !== JSON.stringify(blank[name]),
  );
  return Object.fromEntries(said);
}

/**
 * Parses what the marker of one of our issues sealed; a shape that this release does not know seals nothing.
 */
export function readSealed(value: unknown): Sealed {
  const result = sealedSchema.safeParse(value);
  return result.success ? result.data : {};
}

/**
 * Whether a persisted state requires the first status comment, which notifies. What a fresh read would derive
 * again does not: who is responsible for the body, and which comments were refused, as our replies show that.
 * @param persisted the lasting part of the state if an index is kept; the whole state if each run starts
 * without one
 */
export function requiresStatusComment(persisted: PersistedState): boolean {
  const { edges, accepted, settled, merging, lost, started, heldBy, woken, told, obeyed, waived } = persisted;
  const { opened, asked, approved, fork, lease, locks, parts, pathsGivenUp, starts } = persisted;
  const { ballots, electorate, holders, outcome, restored } = persisted;
  return (
    [
      restored,
      accepted,
      settled,
      merging,
      approved,
      fork,
      lease,
      pathsGivenUp,
      electorate,
      holders,
      outcome,
    ].some((decision) => decision !== undefined) ||
    started !== undefined ||
    [
      edges,
      lost,
      waived,
      heldBy,
      woken,
      told,
      obeyed,
      opened,
      asked,
      parts ?? [],
      locks ?? [],
      starts ?? [],
      ballots ?? [],
    ].some((list) => list.length > 0)
  );
}

/** Equality by content, independent of the order of keys. */
export function isSameState(a: PersistedState, b: PersistedState): boolean {
  return isSameJson(a, b);
}

/**
 * What GitHub's own data cannot tell again: it stands in the marker of our status comment, signed, so that an index
 * rebuilt from GitHub alone is equal. Whatever can be derived (labels, states, native edges) has no place here.
 */
import { z } from "zod";
import { allKinds } from "../../protocol/kinds.ts";
import { acceptedSchema, disputedSchema } from "../questions/persisted.ts";

/** What an option of ours does besides becoming the decision. */
const optionAction = z.discriminatedUnion("do", [
  /** `blocked` no longer waits for `blocker`: a node id, or the name of an issue that is lost. */
  z.object({ do: z.literal("cut"), blocked: z.string(), blocker: z.string() }),
  /** Everything stays as it is. */
  z.object({ do: z.literal("keep") }),
  /** Another answer takes the place of the accepted one. */
  z.object({ do: z.literal("replace") }),
  z.object({ do: z.literal("merge"), choice: z.enum(["try", "leave", "refuse"]) }),
]);

/** What the marker of an issue of ours seals beside its key. */
const sealedSchema = z.object({
  /** One for each option of an escalation, in their order. */
  actions: z.array(optionAction).optional(),
  /** Names of issues that it is linked to and that its sections do not name. */
  links: z.array(z.string()).optional(),
});

const memorySchema = z.object({
  /** What a kind label once said of a readable body: deleting the label takes nothing from the bus. */
  kind: z.enum(allKinds.map(({ name }) => name)).optional(),
  /** Set by a transfer, which gives comments other ids: what was written until then has been heard, in milliseconds. */
  heardUntil: z.number().optional(),
  /** Comments whose commands ran, by node id. */
  ran: z.array(z.string()).default([]),
  /** Comments whose commands changed something, by node id: they must never do so again. */
  obeyed: z.array(z.string()).default([]),
  /** The other end of each edge that this issue's text has made. Text makes its edge once. */
  edges: z.array(z.string()).default([]),
  accepted: acceptedSchema.optional(),
  /** What was accepted until somebody reopened the question. */
  disputed: disputedSchema.optional(),
  /** On an escalation: what a person decided. */
  decided: z
    .object({
      /** Node id of the comment that held `/decide`; empty for a default taken at the deadline. */
      comment: z.string(),
      /** The number in that comment's address. */
      commentNumber: z.number().int().optional(),
      /** Absent where somebody decided in their own words. */
      option: z.number().int().optional(),
      /** The option's words then, or somebody's own: they are the decision. */
      text: z.string(),
      /** Absent where the words are all, and in what an earlier release decided. */
      action: optionAction.optional(),
      because: z.string(),
      by: z.object({ id: z.string(), login: z.string() }),
      createdAt: z.number(),
      row: z.string(),
      /** The edge that it does away with was gone once: whoever makes it again says something new. */
      carriedOut: z.boolean().optional(),
    })
    .optional(),
  /** On an escalation: that the hint at how to decide was given. */
  hinted: z.boolean().optional(),
  /** On an issue of ours that asks about the settings: who approved them. */
  approved: z
    .object({
      /** Node id of the comment that held `/approve`. */
      comment: z.string(),
      by: z.object({ id: z.string(), login: z.string() }),
      createdAt: z.number(),
    })
    .optional(),
  /** On a handover: that it was accepted, as it read and for the commit that stood then. */
  settled: z
    .object({
      /** SHA-256 of the body. */
      body: z.string(),
      /** The head commit, if there was a pull request. */
      commit: z.string().optional(),
      /** The branch that it was offered to: offered to another one, the same commit changes something else. */
      base: z.string().optional(),
      /** When the issue was reopened last before, 0 if never: whoever reopens it disputes the acceptance. */
      since: z.number(),
      /** When it was accepted, in milliseconds. */
      at: z.number().optional(),
      /** Who accepted it in spite of the verdict, by which comment and why. */
      override: z
        .object({
          comment: z.string(),
          by: z.object({ id: z.string(), login: z.string() }),
          because: z.string(),
          row: z.string(),
        })
        .optional(),
    })
    .optional(),
  /** On a handover: the commit that a stranger's fork is held to, as the handover reads. */
  fork: z.object({ body: z.string(), number: z.number().int(), commit: z.string() }).optional(),
  /** On a handover: what a person decided where GitHub would not merge it, as it read and for the commit that stood then. */
  merging: z
    .object({
      body: z.string(),
      commit: z.string(),
      /** `try`: merge it as soon as GitHub does. `leave`: it is accepted unmerged. `refuse`: it is not accepted. */
      choice: z.enum(["try", "leave", "refuse"]),
      /** Number of the escalation. */
      escalation: z.number().int(),
      by: z.object({ id: z.string(), login: z.string() }),
      because: z.string(),
      createdAt: z.number(),
    })
    .optional(),
  /** Blockers that were deleted or moved out of sight: no other record of them is left. */
  lost: z.array(z.string()).default([]),
  /** What the text names, nobody can find and somebody said is not to be waited for, as `owner/repo#12`. */
  waived: z.array(z.string()).default([]),
  /** On a task: what held it until somebody said by `/unblock` not to wait for it, by node id or name, with their login. */
  waivers: z.array(z.object({ of: z.string(), by: z.string(), at: z.number() })).default([]),
  /** The body that a trusted person stands behind: its author, editor or approver. */
  admitted: z
    .object({
      hash: z.string(),
      by: z.string(),
      /** The login of somebody who approved it without having written it. */
      approver: z.string().optional(),
    })
    .optional(),
  /** An urgency that a command set, and the section's word then: once that is another, it leads again. */
  urgency: z.object({ instead: z.string(), is: z.string(), since: z.number() }).optional(),
  /** The status to return to when a started task is free again. */
  started: z.enum(["in-progress", "in-review"]).optional(),
  /** The blockers that the status comment last showed: how a freeing by a removed edge is noticed. */
  heldBy: z.array(z.string()).default([]),
  /** Names of the freeings and the changed decisions that somebody was woken for, the newest last. */
  woken: z.array(z.string()).default([]),
  /** Of a task: discoveries that somebody was told of by a comment. Of a discovery: the first task that showed it. */
  told: z.array(z.string()).default([]),
  /**
   * On a task: notices that had nobody to go to, by the name of the freeing or the discovery's node id. No reason to
   * write a status comment.
   */
  unsaid: z.array(z.string()).default([]),
  /** On an escalation: whom we assigned, by node id. Whoever is unassigned afterwards stays so. */
  asked: z.array(z.string()).default([]),
  /** On an escalation: rungs of the ladder of reminders that are behind it. */
  reminded: z.number().int().default(0),
  /** Issues that we opened for this one, by the key of their marker: what was opened once is not opened again. */
  opened: z.array(z.object({ key: z.string(), id: z.string(), number: z.number().int() })).default([]),
  /** Freeings by a removed edge so far: they leave no other trace to name them by. */
  unlinked: z.number().int().default(0),
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
export const blankMemory: Memory = {
  ...{ ran: [], obeyed: [], edges: [], lost: [], waived: [], heldBy: [], woken: [], told: [], unsaid: [] },
  waivers: [],
  opened: [],
  asked: [],
  reminded: 0,
  unlinked: 0,
};

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

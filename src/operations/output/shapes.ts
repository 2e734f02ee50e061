/** What several outputs have in common, as JSON has it: what may be undefined in a value is absent here. */
import { z } from "zod";
import { verdictSeenShape } from "../writes/verdict-board.ts";

export const statuses = ["blocked", "ready", "in-progress", "in-review"] as const;

/** In every output of an operation that reads the index. */
export const readingShape = {
  asOf: z.string().nullable().describe("when what it shows was read from GitHub, in UTC; null before that"),
  isFresh: z.boolean().describe("whether the index is kept up to date at the moment"),
} as const;

/** In every output of an operation that writes. */
export const pausedField = z
  .string()
  .optional()
  .describe("that signalbox writes nothing there for now, and what that means for what was written");

export const issueName = z.string().describe("the issue: acme/demo#12");
export const millis = z.number().describe("milliseconds since the beginning of 1970");

const card = {
  id: z.string().describe("GitHub's node id"),
  owner: z.string(),
  repo: z.string(),
  number: z.int(),
  title: z.string().describe("the author's words"),
} as const;

export const cardFields = {
  ...card,
  kind: z.string().describe("the kind of message, such as task or vote"),
  state: z.enum(["open", "closed"]),
  status: z.enum(statuses).optional().describe("of a task"),
  priority: z.string().optional().describe("of a task: p0 to p3"),
  track: z.string().optional(),
  assignees: z.array(z.string()).describe("logins"),
  updatedAt: millis,
} as const;

export const neighbour = z.object({
  ref: z.string().describe("acme/demo#9, or a phrase if there is no issue to name"),
  title: z.string(),
  state: z.string(),
});

export const pollShape = z.object({
  options: z.array(
    z.object({
      number: z.int().describe("as `vote` takes it"),
      text: z.string().describe("the author's words"),
      voters: z.array(z.string()).describe("names of agents and logins that voted for it"),
    }),
  ),
  needed: z.int().optional().describe("how many votes an option needs; absent if no one can vote"),
  missing: z.array(z.string()).describe("those named who have not voted"),
  left: z
    .array(z.string())
    .describe(
      "those named who can no longer vote, as the settings have changed; they count as not having voted",
    ),
  endsAt: millis,
});

export const progressShape = z
  .object({
    total: z.int(),
    closed: z.int(),
    blocked: z.int(),
    started: z.int().describe("in progress or in review"),
    ready: z.int(),
  })
  .describe("how many of its tasks are in which state");

const spaceTasks = z.array(
  z.object({
    ref: z.string().describe("acme/demo#12"),
    number: z.int(),
    title: z.string().describe("the author's words"),
    state: z.string().describe("`open`, or why it was closed"),
    status: z.enum(statuses).optional().describe("of an open task"),
    holder: z.string().optional().describe("the agent or person who has it"),
  }),
);

/** What a space says, and its tasks. */
const spaceShape = z.object({
  purpose: z.string().describe("the author's words; empty unless someone with write access wrote them"),
  agents: z.array(z.string()).describe("names of agents, for information"),
  pinnedFiles: z.array(z.string()).describe("paths"),
  context: z.string().describe("the author's words; may be empty"),
  progress: progressShape,
  tasks: spaceTasks.describe("its sub-issues that are tasks, in GitHub's order"),
  coming: spaceTasks.describe("open tasks whose texts name it and that are about to become its sub-issues"),
});

export const contractShape = z.object({
  interface: z.string().describe("its name, the same in every version"),
  version: z.string(),
  format: z.string(),
  standing: z
    .enum(["open", "objected", "agreed", "edited", "replaced", "declined", "closed"])
    .describe("`agreed`: in force; `closed`: by hand, without an agreement"),
  agreedBy: z.array(z.string()).describe("names of agents and logins"),
  missing: z.array(z.string()).describe("holders of its tasks who have not spoken"),
  objections: z.array(z.string()).describe("names of those who object"),
  successor: z.string().optional().describe("the contract that replaced it: acme/demo#31"),
});

export const textHashField = z
  .string()
  .describe("SHA-256 of title, NUL and body, in hex: `--text-hash` of what answers it takes it");

const workShape = z
  .object({
    head: z.string().describe("the head commit of its pull request; empty if it has none"),
    base: z.string().describe("the branch that it is for; empty if it has no pull request"),
    hash: z
      .string()
      .describe(
        "SHA-256 of textHash, head and base, joined by NUL, in hex: `--work-hash` of accept takes it",
      ),
  })
  .describe("of a handover: what is accepted, with its text; absent while that was not read");

export const cardDetailFields = {
  ...cardFields,
  body: z.string().describe("the author's words"),
  unapprovedTitle: z
    .string()
    .optional()
    .describe("the title now, if the text was changed after it was approved and nobody has approved that"),
  textHash: textHashField,
  work: workShape.optional(),
  verdict: verdictSeenShape.optional(),
  author: z.string().optional().describe("a login; absent if the account was deleted"),
  blockedBy: z.array(neighbour).describe("GitHub's own dependencies, open or closed"),
  blocking: z.array(neighbour),
  inTheWay: z.array(neighbour).describe("all that blocks it, for any reason"),
  unreadableBlockers: z.int().describe("how many blockers are in repositories that signalbox cannot read"),
  namedBy: z.array(neighbour.extend({ kind: z.string() })).describe("what refers to it, the newest first"),
  decision: z.string().optional().describe("of an answered question, a decided escalation or a vote"),
  poll: pollShape.optional().describe("of a vote"),
  contract: contractShape.optional().describe("of a contract"),
  holder: z
    .object({ name: z.string(), since: millis, token: z.int() })
    .optional()
    .describe("the agent or person who has the task"),
  signature: z
    .enum(["holds", "fails"])
    .optional()
    .describe("whether the signature of the text as opened is right; absent without one"),
  parent: neighbour.optional().describe("the issue that it is a sub-issue of"),
  space: spaceShape.optional().describe("of a space: what it says, and its tasks"),
} as const;

export const escalationFields = {
  ...card,
  assignees: z.array(z.string()).describe("logins"),
  track: z.string().optional(),
  urgency: z.string(),
  createdAt: millis,
  author: z.string().optional().describe("a login; absent if the account was deleted"),
  textHash: textHashField,
  question: z.string().describe("the decision to make, or the answer that is suggested"),
  options: z.array(z.string()),
  context: z.string().optional(),
  recommendation: z.string().optional(),
  impactOfDelay: z.string().optional(),
  blocks: z.array(neighbour).optional().describe("the issues that wait for it"),
  deadline: millis.optional(),
  default: z
    .object({ option: z.int(), at: millis })
    .optional()
    .describe("the option that is taken if nobody decides, and when"),
  approve: z.string().optional().describe("of a suggested answer: the comment that accepts it"),
  suggestion: z
    .object({
      answers: neighbour.optional(),
      rationale: z.string(),
      sources: z.string().optional(),
      alternatives: z.string().optional(),
    })
    .optional()
    .describe("of a suggested answer: what it answers, and why so"),
} as const;

/** What became of an order that was not carried out. */
export const notNowFields = {
  reason: z.string().optional().describe("a phrase: why it was not done"),
  isDecided: z.boolean().optional().describe("false if it was neither done nor refused: ask again"),
  order: z
    .string()
    .optional()
    .describe("the order's id, if it may have been carried out: repeat it with this"),
} as const;

/** The paths of a task: what is locked, and what it waits for. */
export const pathShape = z.object({
  glob: z.string(),
  isLocked: z.boolean(),
  behind: z.array(z.string()).describe("who has it, or asked before: `ada (#12)`"),
});

/** By what the page about operations calls them. */
export const sharedShapes = {
  "A card": z.object(cardFields),
  "A card with its relations": z.object(cardDetailFields),
  "A related issue": neighbour,
  "A space": spaceShape,
  "A locked path": pathShape,
} as const;

/**
 * Lists what an agent should know. Listing marks nothing as read: an agent that ends between reading and acting
 * would lose it. What a hook prints is in front of the agent, so it is marked once it has been written.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Acknowledgement } from "../../dispatcher/ports/agents/note-marks.ts";
import { durationMs } from "../flags/duration-flag.ts";
import { limitInput } from "../flags/limit.ts";
import { agentAsking, agentInput } from "../holding/holding.ts";
import { parseRepository, repoInput, requireServed } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { readingShape } from "../output/shapes.ts";
import { hookText, type ListedNotes, listText, withinBytes } from "./inbox-text.ts";
import type { NoteQuery } from "./note-board.ts";
import { noteSchema } from "./note-output.ts";
import { formatPlace, isHere, newestOf, placesInput, reachedWith } from "./note-place.ts";
import { sinceInput } from "./since.ts";

const bytesWanted = "must be a whole number from 2000 to 1000000";

const input = z
  .object({
    agent: agentInput,
    repo: repoInput.describe("only this repository, as owner/name").optional(),
    since: sinceInput.describe("read ones too, of the last 2h or after a cursor").optional(),
    all: z.boolean().default(false).describe("read ones too, and those whose subject has moved on"),
    ack: placesInput.describe("mark these as read: their ids, separated by commas").optional(),
    ackAll: z.boolean().default(false).describe("mark all of them as read"),
    limit: limitInput.default(20).describe("how many"),
    maxBytes: z
      .number(bytesWanted)
      .int(bytesWanted)
      .min(2_000, bytesWanted)
      .max(1_000_000, bytesWanted)
      .default(8_000)
      .describe("the most that is printed, in whole notes"),
    wait: durationMs.describe("wait so long for something unread: 50s, 30m").optional(),
    hook: z.boolean().default(false).describe("for hooks: print unread ones as data, then mark them as read"),
  })
  .superRefine(({ since, all, ack, ackAll, hook, wait }, { addIssue }) => {
    const chosen = [since !== undefined, all, ack !== undefined, ackAll, hook].filter(Boolean).length;
    if (chosen > 1) addIssue("use only one of --since, --all, --ack, --ack-all and --hook");
    if (wait !== undefined && (ack !== undefined || ackAll || hook))
      addIssue("--wait goes with a list, and not with --ack, --ack-all or --hook");
  });
type Input = z.output<typeof input>;

interface Marked {
  readonly agent: string;
  readonly acknowledged: number;
}

const excess = z.object({
  from: z.string(),
  count: z.int(),
  issues: z.array(z.string()),
  through: z.int().describe("the place of the last of them"),
});
export const inboxOutput = z.object({
  ...readingShape,
  agent: z.string(),
  acknowledged: z.int().optional().describe("how many were marked as read; the fields below are then absent"),
  cursor: z.string().optional().describe("for --since: later notes come after it"),
  isResynced: z
    .boolean()
    .optional()
    .describe("whether the cursor given belongs to another index, so that all unread notes are listed"),
  total: z.int().optional().describe("how many notes match, whatever the limits"),
  notes: z.array(noteSchema).optional(),
  excess: z.array(excess).optional().describe("what one sender wrote beyond what is shown"),
  isHook: z.boolean().optional(),
  isTimeUp: z.boolean().optional().describe("with --wait: whether nothing came in time"),
  isNamed: z.boolean().optional().describe("whether the settings of a repository name the agent"),
});

export const inbox = operation({
  name: "inbox",
  summary: "List what an agent should know: answers, freed tasks, verdicts, what others told it",
  audience: "agents",
  input,
  effect: "orders",
  tool: "dispatched",
  output: inboxOutput,
  positional: [],
  examples: [
    "inbox",
    "inbox --agent ada --json",
    "inbox --ack n1f09a2.381,n1f09a2.382",
    "inbox --wait 30m",
    "inbox --hook",
  ],
  reads: "object",
  run: async (ports, given): Promise<ListedNotes | Marked> => {
    const agent = agentAsking(ports, given.agent);
    const repository = given.repo === undefined ? undefined : parseRepository(given.repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const query = { agent, repository, which: "unread", now: ports.clock.now(), limit: given.limit } as const;
    return given.ack === undefined && !given.ackAll
      ? listInTime(ports, given, query)
      : acknowledge(ports, given, query);
  },
  unmet: "with `--wait`: nothing came in time",
  isMet: (output) => "acknowledged" in output || output.isTimeUp !== true,
  text: (output, shown) => {
    if ("acknowledged" in output) return `${output.acknowledged} marked as read.`;
    return output.isHook ? hookText(output, shown) : listText(output, shown);
  },
  afterwards: async (ports, output) => {
    if ("acknowledged" in output || !output.isHook || output.notes.length === 0) return;
    const seqs = output.notes.map(({ seq }) => seq);
    const excess = output.excess.map(({ from, through }) => ({ type: "excess", from, through }) as const);
    await mark(ports, output.agent, [{ type: "notes", seqs }, ...excess]);
  },
});

type Asked = NoteQuery & { readonly agent: string };

const lookEveryMs = 100;

/** As soon as there is something to list; with nothing to list, once the time is up or the caller has gone. */
async function listInTime(ports: OperationPorts, given: Input, query: Asked): Promise<ListedNotes> {
  const { board, clock, signal } = ports;
  if (given.wait === undefined) return list(ports, given, query);
  const until = clock.now() + given.wait;
  for (;;) {
    // The version first: a change between the two calls is then seen by the next round.
    const version = await board.version();
    const listed = await list(ports, given, { ...query, now: clock.now() });
    if (listed.notes.length > 0) return listed;
    while (clock.now() < until && signal?.aborted !== true && version === (await board.version()))
      await clock.sleep(Math.min(lookEveryMs, until - clock.now()), signal);
    if (clock.now() >= until || signal?.aborted === true) return { ...listed, isTimeUp: true };
  }
}

async function list({ board, clock }: OperationPorts, given: Input, query: Asked): Promise<ListedNotes> {
  const { since, all, maxBytes, hook } = given;
  const place = since?.type === "cursor" ? since.place : undefined;
  const isResynced = place !== undefined && !isHere(place, await board.notes({ ...query, limit: 1 }));
  const after = isResynced ? undefined : place?.reached;
  const page = await board.notes({
    ...query,
    ...(after === undefined ? {} : { after }),
    ...(since?.type === "ago" ? { since: clock.now() - since.ms } : {}),
    which: all ? "all" : since === undefined || isResynced ? "unread" : "current",
  });
  const fitting = withinBytes(page, maxBytes, clock.now());
  const shown = page.notes.slice(0, fitting.notes.length);
  const isCut = after !== undefined && shown.length > 0 && shown.length < page.total;
  return {
    agent: query.agent,
    cursor: formatPlace(page.epoch, isCut ? reachedWith(page, shown) : page.head),
    isResynced,
    total: page.total,
    isHook: hook,
    ...fitting,
    isNamed: await isNamed(board, query.agent),
  };
}

async function isNamed(board: OperationPorts["board"], agent: string): Promise<boolean> {
  for (const { id } of await board.repositories())
    if ((await board.agents(id)).some(({ name }) => name === agent)) return true;
  return false;
}

async function acknowledge(ports: OperationPorts, { ack }: Input, query: Asked): Promise<Marked> {
  const page = await ports.board.notes({ ...query, limit: 1 });
  const other = ack?.find((place) => !isHere(place, page));
  if (other !== undefined)
    throw new UserError(
      `${formatPlace(other.epoch, other.reached)} is a note of another index: this one is ${page.epoch}. List them again.`,
      { code: "other-index" },
    );
  const read: Acknowledgement =
    ack === undefined
      ? { type: "all", through: newestOf(page.head) }
      : { type: "notes", seqs: ack.map(({ reached }) => reached) };
  return { agent: query.agent, acknowledged: await mark(ports, query.agent, [read]) };
}

async function mark(ports: OperationPorts, agent: string, read: readonly Acknowledgement[]): Promise<number> {
  if (ports.acknowledge === undefined)
    throw new UserError("Nothing can be marked as read here: there is no data folder to keep it in.", {
      code: "not-here",
    });
  return ports.acknowledge(agent, read);
}

/**
 * What a program reads of the index by its run's secret or a token, besides what operations return: what a command has to know
 * before it writes, what `verify` runs, what is offered to an agent, and whether there is news. It sees what its secret shows,
 * and nothing of it is a decision.
 */
import { z } from "zod";
import { unreachable } from "../../base/errors.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Board } from "../../operations/ports.ts";
import { visibleBoard } from "../../operations/visibility/visible-board.ts";
import { lookShape } from "./control-shapes.ts";

const { owner, repo, number } = lookShape.shape;
const nodeId = z.string().min(1).max(200);
const count = z.number().int().nonnegative();
/** As `NotesReached`, of which a map has no JSON. */
const reached = z.union([
  count,
  z.array(z.tuple([count, count])).transform((pairs): ReadonlyMap<number, number> => new Map(pairs)),
]);

/** One reading, as the board takes it. */
export const runReadShape = z.discriminatedUnion("read", [
  z.object({ read: z.literal("repositories") }),
  z.object({ read: z.literal("version") }),
  z.object({ read: z.literal("openStarts") }),
  z.object({ read: z.literal("card"), owner, repo, number }),
  z.object({ read: z.literal("agents"), repository: nodeId }),
  z.object({ read: z.literal("sentBefore"), owner, repo, author: nodeId, id: z.string().max(200) }),
  z.object({ read: z.literal("commandSeen"), issue: nodeId, comment: nodeId }),
  z.object({ read: z.literal("reported"), issue: nodeId }),
  z.object({
    read: z.literal("tracks"),
    repository: z.object({ owner, repo }).optional(),
    limit: count.max(1_000),
  }),
  z.object({
    read: z.literal("notes"),
    agent: z.string().max(100).optional(),
    track: z.string().max(100).optional(),
    repository: z.object({ owner, repo }).optional(),
    which: z.enum(["unread", "current", "all"]),
    after: reached.optional(),
    since: z.number().optional(),
    now: z.number(),
    limit: count.max(200),
  }),
]);
export type RunRead = Readonly<z.output<typeof runReadShape>>;

const maxBoards = 100;

/** The boards of runs and tokens. One is kept while its reader sees the same, as a board shows by id what it has shown by name. */
export class RunReads {
  readonly #board: Board;
  readonly #boards = new Map<string, Board>();

  constructor(board: Board) {
    this.#board = board;
  }

  /** @param visible undefined for everything */
  async read(
    reader: string,
    visible: ReadonlySet<RepositoryId> | undefined,
    asked: RunRead,
  ): Promise<unknown> {
    return readFrom(visible === undefined ? this.#board : await this.#boardOf(reader, visible), asked);
  }

  async #boardOf(reader: string, visible: ReadonlySet<RepositoryId>): Promise<Board> {
    const served = (await this.#board.repositories()).map((each) => [each.id, each.owner, each.repo]);
    const key = JSON.stringify([reader, [...visible], served]);
    const known = this.#boards.get(key);
    if (known !== undefined) return known;
    if (this.#boards.size >= maxBoards) this.#boards.clear();
    const board = await visibleBoard(this.#board, visible);
    this.#boards.set(key, board);
    return board;
  }
}

function readFrom(board: Board, asked: RunRead): Promise<unknown> {
  switch (asked.read) {
    case "repositories":
      return board.repositories();
    case "version":
      return board.version();
    case "openStarts":
      return board.openStarts();
    case "card":
      return board.card(asked.owner, asked.repo, asked.number);
    case "agents":
      return board.agents(asked.repository);
    case "sentBefore":
      return board.sentBefore(asked, asked.author, asked.id);
    case "commandSeen":
      return board.commandSeen(asked.issue, asked.comment);
    case "reported":
      return board.reported(asked.issue);
    case "tracks":
      return board.tracks({ repository: asked.repository, limit: asked.limit });
    case "notes": {
      const { read: _, ...query } = asked;
      return board.notes(query);
    }
    default:
      return unreachable(asked);
  }
}

/** JSON has no maps. */
export function withoutMaps(_key: string, value: unknown): unknown {
  return value instanceof Map ? { entries: [...value] } : value;
}

export function withMaps(_key: string, value: unknown): unknown {
  const read = entriesShape.safeParse(value);
  return read.success ? new Map(read.data.entries) : value;
}

const entriesShape = z.strictObject({ entries: z.array(z.tuple([z.unknown(), z.unknown()])) });

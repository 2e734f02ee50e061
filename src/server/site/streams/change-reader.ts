/**
 * Reads changes for streams. Readers who may see the same repositories and are at the same cursor share one query: two
 * hundred open pages cost one.
 */
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { ChangePlace, ChangeQuery } from "../../../operations/changes/change-board.ts";
import { formatChangePlace } from "../../../operations/changes/change-place.ts";
import { changesOutput } from "../../../operations/changes/changes.ts";
import type { Board } from "../../../operations/ports.ts";
import { visibleBoard } from "../../../operations/visibility/visible-board.ts";
import { pageEvent } from "./events.ts";
import { once } from "./once.ts";

/** What a reader may see; undefined for the owner of the data folder, who sees everything. */
export type Sight = ReadonlySet<RepositoryId> | undefined;

export interface ChangesRead {
  readonly place: ChangePlace;
  /** Whether there are more changes to read. */
  readonly isMore: boolean;
  /** Undefined if nothing changed that these readers may see. */
  readonly event: Uint8Array | undefined;
}

export interface ChangeReader {
  /** @param version the version of the index; results are reused only within one version */
  readonly page: (version: number, sight: Sight, query: ChangeQuery) => Promise<ChangesRead>;
  /** The place after everything that has changed so far. */
  readonly end: (version: number, sight: Sight) => Promise<ChangePlace>;
}

export function createChangeReader(board: Board): ChangeReader {
  const names = new WeakMap<ReadonlySet<RepositoryId>, string>();
  let kept = {
    version: -1,
    boards: new Map<string, Promise<Board>>(),
    pages: new Map<string, Promise<ChangesRead>>(),
  };

  /** Equal sets have the same name. */
  function nameOf(sight: Sight): string {
    if (sight === undefined) return "everything";
    const name = names.get(sight) ?? [...sight].sort().join(" ");
    names.set(sight, name);
    return name;
  }

  function at(version: number): typeof kept {
    if (kept.version !== version) kept = { version, boards: new Map(), pages: new Map() };
    return kept;
  }

  function boardFor(version: number, sight: Sight): Promise<Board> {
    if (sight === undefined) return Promise.resolve(board);
    return once(at(version).boards, nameOf(sight), () => visibleBoard(board, sight));
  }

  return {
    page: (version, sight, query) => {
      const after = query.after && formatChangePlace(query.after);
      const key = JSON.stringify([nameOf(sight), after, query.repository, query.limit]);
      return once(at(version).pages, key, async () => {
        const page = await (await boardFor(version, sight)).changes(query);
        const isTelling = page.isReset || page.gone.length + page.cards.length + page.lines.length > 0;
        const event = isTelling ? pageEvent(changesOutput(page)) : undefined;
        return { place: page.place, isMore: page.isMore, event };
      });
    },
    end: async (version, sight) => (await boardFor(version, sight)).changesEnd(),
  };
}

/**
 * Pages as they were rendered last: when something changes, all who have a page open ask for it again, and what is the
 * same for them is rendered once.
 */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Board } from "../../../operations/ports.ts";
import type { Theme } from "../../../pages/frame.ts";
import type { Session } from "../session/sessions.ts";
import type { SightOf } from "../session/sight.ts";
import type { PageResponse } from "./page.ts";

export interface RenderingPorts {
  readonly board: Pick<Board, "version">;
  readonly clock: Pick<Clock, "now">;
  readonly sightOf: SightOf;
  /** Whether the index is up to date, which pages say. */
  readonly isReady: () => boolean;
}

interface Asked {
  readonly session: Session;
  readonly theme: Theme;
  readonly url: URL;
}

export interface Renderings {
  /**
   * Rejects as `SightOf` and `render` do.
   * @param render given what stands for the session's token in every form
   */
  readonly of: (asked: Asked, render: (formToken: string) => Promise<PageResponse>) => Promise<PageResponse>;
}

/** Ages and presence change without the index. */
const keptMs: Millis = 10_000;
const maxKept = 100;

export function createRenderings({ board, clock, sightOf, isReady }: RenderingPorts): Renderings {
  const kept = new LRUCache<string, Promise<PageResponse>>({ max: maxKept });
  // Nobody can write it into a text, as no reader ever gets to see it.
  const anyToken = randomBytes(32).toString("base64url");
  return {
    of: async ({ session, theme, url }, render) => {
      const sight = await sightOf(session);
      const seen = sight === undefined ? "everything" : [...sight].toSorted();
      const address = `${url.pathname}${url.search}`;
      const round = Math.floor(clock.now() / keptMs);
      const about = [await board.version(), isReady(), round, theme, address, session.caller, seen];
      const key = JSON.stringify(about);
      const rendered = kept.get(key) ?? render(anyToken);
      kept.set(key, rendered);
      try {
        const page = await rendered;
        if (page.type !== "page") return page;
        return { ...page, html: page.html.replaceAll(anyToken, session.formToken) };
      } catch (thrown) {
        if (kept.get(key) === rendered) kept.delete(key);
        throw thrown;
      }
    },
  };
}

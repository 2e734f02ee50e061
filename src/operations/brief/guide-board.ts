/** What the board has for agents to work by. */
import type { Guide } from "../../coordinator/guides/guide.ts";

export interface GuidesWanted {
  readonly agent: string | undefined;
  readonly skill: string | undefined;
}

export interface Guides {
  readonly profile?: Guide;
  readonly skill?: Guide;
}

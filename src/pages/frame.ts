/** What every page is told besides its own data: who reads it, how it is to look, and how up to date it is. */
import type { Millis } from "../base/clock.ts";
import type { DataAge } from "../operations/output/look.ts";
import type { PausedRepository } from "../operations/ports.ts";
import type { FullRef } from "../protocol/references/ref.ts";
import type { Reader } from "./reader.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export interface Frame {
  readonly viewer: Reader;
  /** Where to sign in as a person; undefined if that is not set up. */
  readonly signIn: string | undefined;
  /** Goes into every form. */
  readonly formToken: string;
  readonly theme: Theme;
  /** Those of the repositories in sight to which signalbox writes nothing for now. */
  readonly paused: readonly PausedRepository[];
  /** How many decisions wait for people. */
  readonly waiting: number;
  /** Where to listen for changes; undefined if the page has to ask. */
  readonly changes: string | undefined;
  /** The page's own address, with its query. */
  readonly address: string;
  readonly now: Millis;
  readonly reading: DataAge | undefined;
  /** The page at GitHub; undefined if it is not known. */
  readonly githubPage: (ref: FullRef) => string | undefined;
}

import type { RosterOptions } from "./init-roster.ts";
import type { WantedOptions } from "./wanted.ts";

export interface InitOptions extends RosterOptions, WantedOptions {
  readonly dir?: string;
  readonly repo?: string;
  readonly pullRequest?: boolean;
  readonly force?: boolean;
  readonly remove?: boolean;
}

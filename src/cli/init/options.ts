import type { WorkflowOptions } from "./agent-workflow.ts";
import type { RosterOptions } from "./init-roster.ts";

export interface InitOptions extends RosterOptions, WorkflowOptions {
  readonly dir?: string;
  readonly repo?: string;
  readonly pullRequest?: boolean;
  readonly force?: boolean;
  readonly remove?: boolean;
}

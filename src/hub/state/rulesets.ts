/** A repository's branch rulesets. A rule's parameters are stored as given. */
import { encodeNodeId } from "./node-id.ts";
import { integer, oneOf, type Row, text } from "./row.ts";
import type { State } from "./state.ts";

export const enforcements = ["disabled", "active", "evaluate"] as const;

export interface RequiredCheck {
  /** The name of a check run, or the context of a status. */
  readonly context: string;
  /** The App that must report it; any if omitted. */
  readonly integration_id?: number | undefined;
}

export type Rule =
  | { readonly type: "deletion" | "non_fast_forward" | "update" }
  | {
      readonly type: "merge_queue";
      readonly parameters: {
        readonly check_response_timeout_minutes: number;
        readonly grouping_strategy: "ALLGREEN" | "HEADGREEN";
        readonly max_entries_to_build: number;
        readonly max_entries_to_merge: number;
        readonly merge_method: "MERGE";
        readonly min_entries_to_merge: number;
        readonly min_entries_to_merge_wait_minutes: number;
      };
    }
  | {
      readonly type: "pull_request";
      readonly parameters: {
        readonly required_approving_review_count: number;
        readonly required_review_thread_resolution: boolean;
        readonly dismiss_stale_reviews_on_push: boolean;
        readonly require_code_owner_review: boolean;
        readonly require_last_push_approval: boolean;
      };
    }
  | {
      readonly type: "required_status_checks";
      readonly parameters: {
        readonly required_status_checks: readonly RequiredCheck[];
        readonly strict_required_status_checks_policy: boolean;
      };
    };

/** An actor who can bypass the rules. */
export interface BypassActor {
  /** The id of an App or of a repository role; null for organisation owners. */
  readonly actor_id: number | null;
  readonly actor_type: "Integration" | "RepositoryRole" | "OrganizationAdmin";
  readonly bypass_mode: "always" | "pull_request";
}

export interface Ruleset {
  readonly id: number;
  readonly nodeId: string;
  readonly repositoryId: number;
  readonly name: string;
  readonly enforcement: (typeof enforcements)[number];
  /** Patterns of full ref names, `~DEFAULT_BRANCH` or `~ALL`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly rules: readonly Rule[];
  readonly bypass: readonly BypassActor[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type RulesetContent = Pick<
  Ruleset,
  "name" | "enforcement" | "include" | "exclude" | "rules" | "bypass"
>;

function toRuleset(row: Row): Ruleset {
  const id = integer(row, "id");
  const repositoryId = integer(row, "repository_id");
  const include: string[] = JSON.parse(text(row, "include"));
  const exclude: string[] = JSON.parse(text(row, "exclude"));
  const rules: Rule[] = JSON.parse(text(row, "rules"));
  const bypass: BypassActor[] = JSON.parse(text(row, "bypass"));
  return {
    id,
    nodeId: encodeNodeId("RRS", repositoryId, id),
    repositoryId,
    name: text(row, "name"),
    enforcement: oneOf(row, "enforcement", enforcements),
    include,
    exclude,
    rules,
    bypass,
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

export function rulesetById(state: State, repositoryId: number, id: number): Ruleset | undefined {
  const row = state.get("SELECT * FROM rulesets WHERE repository_id = ? AND id = ?", repositoryId, id);
  return row && toRuleset(row);
}

export function rulesetsOf(state: State, repositoryId: number): readonly Ruleset[] {
  return state.all("SELECT * FROM rulesets WHERE repository_id = ? ORDER BY id", repositoryId).map(toRuleset);
}

export function insertRuleset(
  state: State,
  repositoryId: number,
  content: RulesetContent,
  at: string,
): number {
  return state.run(
    "INSERT INTO rulesets (repository_id, created_at, name, enforcement, include, exclude, rules, bypass, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    repositoryId,
    at,
    ...valuesOf(content),
    at,
  ).id;
}

export function saveRuleset(state: State, id: number, content: RulesetContent, at: string): void {
  state.run(
    "UPDATE rulesets SET name = ?, enforcement = ?, include = ?, exclude = ?, rules = ?, bypass = ?, updated_at = ? WHERE id = ?",
    ...valuesOf(content),
    at,
    id,
  );
}

export function deleteRulesetRow(state: State, id: number): void {
  state.run("DELETE FROM rulesets WHERE id = ?", id);
}

function valuesOf({ name, enforcement, include, exclude, rules, bypass }: RulesetContent) {
  return [name, enforcement, ...[include, exclude, rules, bypass].map((part) => JSON.stringify(part))];
}

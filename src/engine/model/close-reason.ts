/** Why an issue is closed, and as what. Each capability says it for the kinds that are its own. */
import type { KindName } from "../../protocol/kinds/kinds.ts";
import type { Reason } from "./effect.ts";
import type { RuleInput } from "./rule.ts";

export interface CloseReason extends Omit<Reason, "rule"> {
  /** `completed` if absent. */
  readonly as?: "not_planned";
}

/** Undefined while an issue of that kind stays open. */
export type ClosesByKind = Readonly<Partial<Record<KindName, (input: RuleInput) => CloseReason | undefined>>>;

/**
 * The shape of a trigger: why a person has to decide something, one file per reason. A reason is asked
 * about once, whatever became of the escalation, even while it still holds.
 */
import type { EscalationOpenedData } from "../../protocol/text/opened.ts";
import type { OpeningReason } from "../model/keys/issue-key.ts";
import type { OptionAction } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";

export interface EscalationDraft {
  readonly openingReason: OpeningReason;
  /** The escalation's title, without its prefix. */
  readonly title: string;
  readonly data: Omit<EscalationOpenedData, "deadline">;
  /** What each option does, in the same order; absent if the options are words alone. */
  readonly actions?: readonly OptionAction[];
  /** Issues that it concerns in addition to its subject. */
  readonly links?: readonly string[];
  /** The facts in one sentence. */
  readonly because: string;
}

/** The escalations that an issue needs now. */
export type Trigger = (input: RuleInput) => readonly EscalationDraft[];

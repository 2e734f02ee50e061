/**
 * Why a person has to decide something, one file a reason. A newcomer would ask again whenever the reason still holds;
 * an occasion is asked about once, whatever became of the question.
 */
import type { EscalationOpenedData } from "../../protocol/text/opened.ts";
import type { Occasion } from "../model/keys/issue-key.ts";
import type { OptionAction } from "../model/memory.ts";
import type { Situation } from "../model/rule.ts";

export interface Need {
  readonly occasion: Occasion;
  /** Of the escalation, without its prefix. */
  readonly title: string;
  readonly data: Omit<EscalationOpenedData, "deadline">;
  /** What each option does, in their order; absent where they are words alone. */
  readonly actions?: readonly OptionAction[];
  /** Issues that it is about besides the one that it regards. */
  readonly links?: readonly string[];
  /** The facts in one sentence. */
  readonly because: string;
}

/** What people have to be asked about an issue now. */
export type Trigger = (situation: Situation) => readonly Need[];

/**
 * Why a person has to decide something, one file a reason. A newcomer would ask again whenever the reason still holds;
 * its outcome names the occasion, and an occasion is asked about once, whatever became of the question.
 */
import type { EscalationOpenedData } from "../../protocol/text.ts";
import type { Situation } from "../rule.ts";

export interface Need {
  /** Names the occasion among those of the issue. */
  readonly outcome: string;
  /** Of the escalation, without its prefix. */
  readonly title: string;
  readonly data: Omit<EscalationOpenedData, "deadline">;
  /** The facts in one sentence. */
  readonly because: string;
}

export interface Reason {
  /** The first word of its outcomes. */
  readonly name: EscalationOpenedData["reason"];
  /** What a person is to be asked about the situation's own issue. */
  readonly needs: (situation: Situation) => readonly Need[];
}

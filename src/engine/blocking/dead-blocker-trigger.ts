/**
 * Triggers an escalation for a task whose blocker can no longer be resolved: closed, but not as completed,
 * deleted, or moved out of sight.
 */

import { shorten } from "../../protocol/render/shorten.ts";
import type { EscalationDraft } from "../asking/trigger.ts";
import { unseenName } from "../freeing/unseen-blocker.ts";
import type { RuleInput } from "../model/rule.ts";
import { issueNameById, repositoryFullName } from "../wording/issue-name.ts";
import type { Blocker } from "./blocker.ts";
import { stateInWords } from "./blocking-reasons.ts";
import { deadBlockerReason, deadBlockers } from "./dead-blockers.ts";
import { taskState } from "./task-state.ts";

export function deadBlocker(input: RuleInput): readonly EscalationDraft[] {
  const { view, record } = input;
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed") return [];
  return deadBlockers(taskState(view, record).unresolved).map((blocker) => draftEscalation(input, blocker));
}

function draftEscalation(input: RuleInput, blocker: Blocker): EscalationDraft {
  const { id, title } = input.record.seen;
  const regarding = issueNameById(input, id);
  const state = stateInWords(blocker);
  const { name } = blocker;
  const openingReason = deadBlockerReason(blocker);
  return {
    openingReason,
    actions: [{ do: "cut", blocked: id, blocker: openingReason.blocker }, { do: "keep" }],
    title: `Continue "${shorten(title, 40)}" without ${name}?`,
    because: `Its blocker ${name} is ${state}.`,
    data: {
      reason: "dead-blocker",
      regarding,
      title,
      urgency: "important",
      words: "",
      question: `Continue without ${name}?`,
      home: repositoryFullName(input),
      takesOptionsOnly: true,
      blocker: {
        name,
        title: blocker.title,
        state,
        ...(blocker.doubtedBecause === undefined ? {} : { why: blocker.doubtedBecause }),
        ...wayOut(blocker),
      },
      options: [],
      edges: [],
      waiting: [{ name: regarding, title }],
    },
  };
}

function wayOut({ verdict, name }: Blocker): { readonly wayOut?: "linked" | "reopened" } {
  if (verdict === "lost" || name === unseenName) return {};
  return { wayOut: verdict === "unlinked" ? "linked" : "reopened" };
}

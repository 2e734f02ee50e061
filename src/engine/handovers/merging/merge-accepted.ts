/**
 * Merges the pull request of an accepted handover if the settings want that: exactly the accepted commit,
 * once GitHub would let anyone merge it. A branch behind its base is updated and checked again first.
 */
import type { Millis } from "../../../base/clock.ts";
import { unreachable } from "../../../base/errors.ts";
import { responsibleUser } from "../../admission/trust.ts";
import {
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../../model/rule.ts";
import { roleIn } from "../../model/snapshot.ts";
import { currentAcceptance, mergeDecisionOn } from "../handovers.ts";
import { type MergeProgress, mergeProgress } from "./merging.ts";

export const mergeAccepted: ProjectionRule = { name: "merge-accepted", project };

/** No delivery reports when GitHub has computed whether it can be merged. */
const workedOutMs = 60_000;

/** Deliveries and sweeps cover everything except the moment at which a person is to be asked. */
function project(input: RuleInput) {
  const { record } = input;
  const state = mergeProgress(input);
  switch (state?.type) {
    case undefined:
      return nothing;
    case "under way": {
      if (state.askAt !== undefined) return lookWhenDue(input, state.askAt);
      const isUnknown = record.evidence?.pullRequest?.mergeState === "unknown";
      const because = "GitHub is checking whether its pull request can be merged.";
      return isUnknown ? { refreshes: [refreshSelf(record, workedOutMs, because)] } : nothing;
    }
    case "due":
      return { effects: [toProposedEffect(input, state)] };
    case "landing":
    case "stuck": {
      return state.blockers.length === 0 ? nothing : lookWhenDue(input, state.askAt);
    }
    default:
      return unreachable(state);
  }
}

function lookWhenDue({ record, context }: RuleInput, askAt: Millis) {
  const restMs = askAt - context.now;
  const because = "A person is asked about its merge then.";
  return restMs > 0 ? { refreshes: [refreshSelf(record, restMs, because)] } : nothing;
}

type Due = Extract<MergeProgress, { readonly type: "due" }>;

function toProposedEffect({ view, record }: RuleInput, { effect, key }: Due): ProposedEffect {
  const { headSha } = effect;
  const by = mergeDecisionOn(record, headSha)?.by ?? currentAcceptance(record)?.by ?? responsibleUser(record);
  const actor = by && { ...by, role: roleIn(view, record.seen.repositoryId, by.id) };
  const because = `It was accepted at ${headSha.slice(0, 7)}, and the settings say to merge it.`;
  const reason = { rule: mergeAccepted.name, because, ...(actor === undefined ? {} : { actor }) };
  return { slot: { type: "merge" }, key, effect, reason };
}

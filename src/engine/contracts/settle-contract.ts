/** Keeps what became of a contract, once: agreed by its parties, or decided by a person. */

import { keepWords } from "../../protocol/decided-words.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import { isAdmitted } from "../admission/trust.ts";
import { isByDefault } from "../asking/decide-how.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { currentText } from "../matters/text-version.ts";
import { restingOn } from "../messages/contract-text.ts";
import { versionBefore } from "../messages/contract-versions.ts";
import { openingReasonOf } from "../messages/opening-reason.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { Outcome } from "../model/persisted-state.ts";
import { isSameState } from "../model/persisted-state.ts";
import { type DelayedRefresh, nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { namedRecords, recordOf } from "../model/view.ts";
import { faultsOfContract, sameInterface } from "../polls/contract-faults.ts";
import { type ContractPoll, contractPollOf } from "../polls/contract-poll.ts";
import { withWithdrawn } from "../polls/withdrawn.ts";

/** In turn: of two contracts that would replace the same one, the older is in force and the other is told so. */
export const settleContract: StateRule = { name: "settle-contract", isInTurn: true, inOrder, updateState };

function inOrder(records: readonly IssueRecord[]) {
  const oldestFirst = records.toSorted(
    ({ seen: a }, { seen: b }) => a.createdAt - b.createdAt || a.number - b.number,
  );
  return oldestFirst.map(({ seen }) => seen.id);
}

function updateState(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "contract" || !isAdmitted(record) || currentOutcome(record) !== undefined)
    return nothing;
  const prepared = { ...input, record: { ...record, persisted: withWithdrawn(record) } };
  const poll = contractPollOf(prepared);
  const isFaulty = faultsOfContract(prepared).length > 0 || !knowsAll(prepared, poll);
  const outcome = poll && !isFaulty ? (decidedIn(prepared, poll) ?? agreedIn(prepared, poll)) : undefined;
  const { persisted } = prepared.record;
  const kept = outcome === undefined ? persisted : { ...persisted, outcome };
  if (isSameState(kept, record.persisted)) return nothing;
  return { persisted: kept, refreshes: outcome === undefined ? [] : refreshesAround(prepared) };
}

/** A task that cannot be found may have a holder. */
function knowsAll({ view, record }: RuleInput, poll: ContractPoll | undefined): boolean {
  if (poll === undefined) return false;
  const { provider, consumers } = poll.contract;
  return [provider, ...consumers].every((ref) => recordOf(view, record, ref)?.reading.kind === "task");
}

function nameOf({ contract }: ContractPoll): string {
  return `${contract.interface} ${formatVersion(contract.version)}`;
}

function agreedIn({ view, record, context }: RuleInput, poll: ContractPoll): Outcome | undefined {
  if (poll.state !== "agreed" || poll.isDoubtful || record.seen.issueState.state === "closed")
    return undefined;
  const spoken = poll.acks.map(({ at }) => at);
  const hasUnheld = poll.parties.some(({ holders }) => holders.length === 0);
  const at = Math.max(
    record.seen.createdAt,
    record.seen.reopenedAt ?? 0,
    ...spoken,
    hasUnheld ? poll.silentUntil : 0,
  );
  const agreed = agreedTo({ view, record }, poll);
  return {
    how: "count",
    result: "carried",
    decision: keepWords(nameOf(poll)),
    version: currentText(record),
    at: Math.min(at, context.now),
    agreed,
  };
}

/** Kept, so that a later edit is not taken for what was agreed to. */
function agreedTo(
  { view, record }: Pick<RuleInput, "view" | "record">,
  { contract }: ContractPoll,
): NonNullable<Outcome["agreed"]> {
  const replaces = versionBefore(view, record)?.seen.id;
  return {
    names: [...restingOn(contract)],
    ...(replaces === undefined ? {} : { replaces }),
  };
}

/** A default is no person's word. */
function decidedIn({ view, record }: RuleInput, poll: ContractPoll): Outcome | undefined {
  for (const escalation of escalationsAbout(view, record.seen.id)) {
    const { decided } = escalation.persisted;
    const reason = openingReasonOf(view, escalation);
    if (decided === undefined || isByDefault(decided)) continue;
    if (reason?.type !== "contract" || reason.round !== poll.round) continue;
    const action = decidedAction(view, escalation);
    if (action?.do !== "contract") continue;
    const { because, by, at, row } = decided;
    return {
      how: "decision",
      word: escalation.seen.id,
      result: action.choice === "agree" ? "decided" : "declined",
      decision: keepWords(nameOf(poll)),
      version: currentText(record),
      by,
      at,
      row,
      number: escalation.seen.number,
      ...(action.choice === "agree" ? { agreed: agreedTo({ view, record }, poll) } : {}),
      ...(because === "" ? {} : { because }),
    };
  }
  return undefined;
}

/** The contract that it replaces shows that, its tasks that they may start, and other versions what is in force. */
function refreshesAround({ view, record }: RuleInput): readonly DelayedRefresh[] {
  const around = new Set([...namedRecords(view, record), ...sameInterface(view, record)]);
  return [...around].map((other) => refreshSelf(other, 0, "A contract about it was settled."));
}

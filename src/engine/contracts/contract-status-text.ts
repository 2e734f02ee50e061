/** Builds the status of a contract: whether it is in force, who has agreed, and what stands against it. */
import { toMinuteUtc } from "../../base/clock.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import type { ContractStatusData } from "../../protocol/text/status.ts";
import { openEscalationLines } from "../escalations/open-escalation-lines.ts";
import { namedVersion } from "../messages/contract-versions.ts";
import { isEditedAgreement, keptOutcome } from "../messages/outcome.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { type ContractPoll, contractPollOf } from "../polls/contract-poll.ts";
import { successorOf } from "../polls/in-force.ts";
import type { Party } from "../polls/parties.ts";
import { agentNameIn } from "../polls/speaker-name.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { pageLine } from "../wording/page-line.ts";
import { type StatusText, statusEnding } from "../wording/status-parts.ts";
import { objectionsIn } from "./objections.ts";

export function contractStatusText(input: RuleInput): StatusText {
  const { view, record } = input;
  const poll = contractPollOf(input);
  const outcome = keptOutcome(record);
  const successor = successorOf(view, record);
  const isOpen = outcome === undefined && record.seen.issueState.state === "open";
  const unclear = poll === undefined || !isOpen ? [] : partyLines(input, poll.missing.filter(isUnclear));
  const data: ContractStatusData = {
    status: statusOf(input, poll),
    name: nameOf(record),
    decidedBy: outcome?.by?.login,
    because: outcome?.because,
    policyRow: outcome?.row,
    successor: successor && issueNameById(input, successor.seen.id),
    replaces: poll?.contract.replaces === undefined ? undefined : replacedName(poll),
    isBreaking: poll?.isBreaking === true && isOpen,
    acks: poll === undefined ? [] : poll.acks.map(agentNameIn),
    missing: poll === undefined || !isOpen ? [] : partyLines(input, poll.missing),
    unclear,
    unheld:
      poll === undefined || !isOpen
        ? []
        : partyLines(
            input,
            poll.parties.filter(({ holders }) => holders.length === 0),
          ),
    until: poll && toMinuteUtc(poll.silentUntil),
    objections: isOpen ? objectionsIn(input) : [],
    ...(poll === undefined || !isOpen ? {} : outlivingIn(poll)),
    escalations: openEscalationLines(input, record.seen.id),
    ...statusEnding(input),
    ...(unclear.length === 0 ? {} : { page: pageLine(input) }),
  };
  return { text: { name: "status-contract", data }, isNews: true };
}

function statusOf({ view, record }: RuleInput, poll: ContractPoll | undefined): ContractStatusData["status"] {
  const outcome = keptOutcome(record);
  const { issueState } = record.seen;
  if (outcome?.result === "declined") return "declined";
  if (outcome !== undefined && successorOf(view, record) !== undefined) return "replaced";
  if (outcome !== undefined) return isEditedAgreement(record) ? "edited" : "agreed";
  if (issueState.state === "closed")
    return issueState.reason === "completed" ? "closed without agreement" : "not planned";
  if (poll === undefined) return "unreadable";
  return poll.state === "heard" ? "heard" : poll.state === "objected" ? "objected" : "open";
}

function outlivingIn({ acks, objections }: ContractPoll): Pick<ContractStatusData, "outliving"> {
  const said = [...acks, ...objections].filter(({ outlives }) => outlives !== undefined);
  return said.length === 0 ? {} : { outliving: [...new Set(said.map(agentNameIn))] };
}

/** As it was agreed to. */
function nameOf(record: IssueRecord): string | undefined {
  const named = namedVersion(record);
  return named && `${named.interface} ${formatVersion(named.version)}`;
}

function replacedName({ contract }: ContractPoll): string {
  return contract.replaces === undefined ? "" : formatRef(contract.replaces);
}

/** Whether only a person can agree for it. */
function isUnclear({ holders }: Party): boolean {
  return holders.every((holder) => holder.isUnclear);
}

function partyLines(input: RuleInput, parties: readonly Party[]) {
  return parties.map(({ task, holders }) => ({
    name: issueNameById(input, task.seen.id),
    holders: holders.map(({ name }) => name),
  }));
}

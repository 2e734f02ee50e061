/** A contract for operations, from its record. */
import { isAdmitted } from "../../engine/admission/trust.ts";
import { isEditedAgreement, keptOutcome } from "../../engine/messages/outcome.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { repositoryOf, type View } from "../../engine/model/view.ts";
import { type ContractPoll, contractPollOf } from "../../engine/polls/contract-poll.ts";
import { successorOf } from "../../engine/polls/in-force.ts";
import { agentNameIn } from "../../engine/polls/speaker-name.ts";
import type { ContractSeen } from "../../operations/board/contract-seen.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** Undefined unless it is a readable, admitted contract. */
export function contractSeen(view: View, record: IssueRecord, settings: Settings): ContractSeen | undefined {
  // Roles are not in the index: who may speak was checked when the word was kept.
  const poll = contractPollOf({ view, record, context: { settings, botId: "", now: 0 } }, () => "trusted");
  if (poll === undefined || !isAdmitted(record)) return undefined;
  const { contract, acks, missing, objections } = poll;
  const isOpen = record.seen.issueState.state === "open" && keptOutcome(record) === undefined;
  const successor = successorOf(view, record);
  return {
    interface: contract.interface,
    version: formatVersion(contract.version),
    format: contract.format,
    standing: standingOf(view, record, poll),
    agreedBy: acks.map(agentNameIn),
    missing: isOpen ? missing.flatMap(({ holders }) => holders.map(({ name }) => name)) : [],
    objections: isOpen ? objections.map(agentNameIn) : [],
    ...(successor === undefined ? {} : { successor: refTo(view, successor) }),
  };
}

function standingOf(view: View, record: IssueRecord, { state }: ContractPoll): ContractSeen["standing"] {
  const outcome = keptOutcome(record);
  if (outcome?.result === "declined") return "declined";
  if (outcome !== undefined && successorOf(view, record) !== undefined) return "replaced";
  if (outcome !== undefined) return isEditedAgreement(record) ? "edited" : "agreed";
  if (record.seen.issueState.state === "closed") return "closed";
  return state === "objected" ? "objected" : "open";
}

function refTo(view: View, record: IssueRecord): string {
  const { owner = "", name: repo = "" } = repositoryOf(view, record) ?? {};
  return formatRef({ owner, repo, number: record.seen.number });
}

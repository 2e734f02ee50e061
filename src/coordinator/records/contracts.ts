/**
 * The versions of interfaces that are in force in a repository, derived from its contracts. Reopening the contract
 * that replaced one puts the earlier one in force again, so nothing is remembered here.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { contractIn } from "../../engine/messages/contract-text.ts";
import { wasAgreed } from "../../engine/messages/contract-versions.ts";
import { currentOutcome } from "../../engine/messages/outcome.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Outcome } from "../../engine/model/persisted-state.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { roundOfContract } from "../../engine/polls/contract-poll.ts";
import { isAgreed } from "../../engine/polls/in-force.ts";
import { agentNameIn } from "../../engine/polls/speaker-name.ts";
import { words } from "../../engine/polls/words.ts";
import type { Contract } from "../../protocol/kinds/contract.ts";
import { formatVersion } from "../../protocol/section-values/version.ts";
import { pageName } from "./page-name.ts";

type Person = { readonly id: NodeId; readonly login: string };

/** A version in force. */
export interface ContractRecord {
  /** The number of its issue. */
  readonly issue: number;
  readonly contract: Contract;
  readonly version: string;
  /** Names of agents and logins. */
  readonly agreedBy: readonly string[];
  /** The accounts that wrote it, agreed to it or decided it. */
  readonly backers: readonly Person[];
  /** `2026-11-21`, in UTC. */
  readonly on: string;
}

export interface Interfaces {
  readonly inForce: readonly ContractRecord[];
  /**
   * The interfaces about which a contract was ever settled, as the names of pages. What is merely proposed, perhaps by
   * somebody without write access, hides no page.
   */
  readonly named: ReadonlySet<string>;
}

/** @param records contracts of the repository, in any order */
export function interfacesOf(
  records: readonly IssueRecord[],
  repository: Pick<RepositorySeen, "owner" | "name">,
): Interfaces {
  const replaced = new Set(
    records.filter(wasAgreed).flatMap((record) => replacedIn(record, repository) ?? []),
  );
  const settled = records.filter((record) => isAdmitted(record) && record.persisted.outcome !== undefined);
  const named = settled.flatMap((record) => contractIn(record)?.interface ?? []).map(pageName);
  return {
    inForce: records
      .filter(
        (record) => isAgreed(record) && !replaced.has(record.seen.number) && !replaced.has(record.seen.id),
      )
      .flatMap((record) => inForce(record) ?? [])
      .toSorted((one, other) => one.issue - other.issue),
    named: new Set(named),
  };
}

/** By its id, or, where an earlier release kept none, by the number that the text names. */
function replacedIn(
  record: IssueRecord,
  { owner, name }: Pick<RepositorySeen, "owner" | "name">,
): NodeId | number | undefined {
  const agreed = record.persisted.outcome?.agreed;
  if (agreed !== undefined) return agreed.replaces;
  const replaces = contractIn(record)?.replaces;
  if (replaces?.owner === undefined) return replaces?.number;
  const isHere = `${replaces.owner}/${replaces.repo}`.toLowerCase() === `${owner}/${name}`.toLowerCase();
  return isHere ? replaces.number : undefined;
}

function inForce(record: IssueRecord): ContractRecord | undefined {
  const contract = contractIn(record);
  const outcome = currentOutcome(record);
  const { number: issue } = record.seen;
  if (contract === undefined || outcome === undefined) return undefined;
  return {
    issue,
    contract,
    version: formatVersion(contract.version),
    on: toIsoSeconds(outcome.at).slice(0, 10),
    ...agreementTo(record, outcome),
  };
}

function agreementTo(record: IssueRecord, { by }: Outcome): Pick<ContractRecord, "agreedBy" | "backers"> {
  const round = roundOfContract(record);
  const acks = (record.persisted.ballots ?? []).filter(
    (ballot) => ballot.option === words.ack && ballot.round === round && ballot.isWithdrawn !== true,
  );
  const { author, editor = author } = record.seen;
  return {
    agreedBy: [...acks.map(agentNameIn), ...(by === undefined ? [] : [by.login])],
    backers: [editor, by, ...acks.map((ack) => ack.by)].filter((person) => person !== undefined),
  };
}

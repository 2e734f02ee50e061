/** Finds what is wrong with a poll's text that its author can fix, such as an unknown voter. */
import type { Problem } from "../../protocol/kinds/kind.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { RuleInput } from "../model/rule.ts";
import { faultsOfContract } from "./contract-faults.ts";
import { votePollOf } from "./vote-poll.ts";

export function faultsOfPoll(input: RuleInput): readonly Problem[] {
  const { kind } = input.record.reading;
  if (kind === "contract") return faultsOfContract(input);
  const poll = votePollOf(input);
  if (poll === undefined || currentOutcome(input.record) !== undefined) return [];
  const { electorate, needed } = poll;
  const unknown = electorate.faults.map((message): Problem => ({ section: "Voters", message }));
  const { length } = electorate.members;
  if (electorate.hasPeople || needed === undefined || needed <= length || unknown.length > 0) return unknown;
  const message = `Needs asks for ${needed} votes, and only ${length} can vote.`;
  return [...unknown, { section: "Needs", message, fix: "Write fewer, or name more voters." }];
}

/** What speakers say of a contract, and which of it a later word takes back. */
import { hasSeveralSpeakers, isPersonsAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Ballot } from "../model/persisted-state.ts";
import { isKeyed } from "./speaker-name.ts";

/** What a word on a contract is, as a ballot's option. */
export const words = { ack: 1, object: 2, breaking: 3 } as const;

type Known = Pick<Settings, "agents" | "trust">;

/**
 * Whether a later word under the same key takes this one back. An agent without a key may be another one of its
 * account, so it does not take back that a change is breaking: a person decides that.
 * @param round the round of the later word
 */
export function isTakenBack(
  { option, voter, by, round: said }: Ballot,
  round: string,
  settings: Known,
): boolean {
  if (option === words.ack || isKeyed(voter) || isPersonsAccount(settings, by.id)) return true;
  return option === words.object && (said !== round || !hasSeveralSpeakers(settings, by.id));
}

/** Whether a person agreed. Their account is no agent's. */
export function isPersonsAck({ option, by }: Ballot, settings: Known): boolean {
  return option === words.ack && isPersonsAccount(settings, by.id);
}

/** The objections of a round. A person may take back one of an account whose agents cannot be told apart. */
export function standingObjections(said: readonly Ballot[], settings: Known): readonly Ballot[] {
  const acks = said.filter((each) => isPersonsAck(each, settings));
  return said.filter(
    (each) =>
      each.option === words.object &&
      (isKeyed(each.voter) ||
        !hasSeveralSpeakers(settings, each.by.id) ||
        !acks.some(({ at }) => at > each.at)),
  );
}

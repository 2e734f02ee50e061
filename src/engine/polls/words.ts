/** What is said of a contract, and which of it a later word takes back. */
import { hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Ballot } from "../model/persisted-state.ts";
import { compareWords } from "../model/word-order.ts";
import { isSaidByPerson } from "./speaker-name.ts";

/** What a word on a contract is, as a ballot's option. */
export const words = { ack: 1, object: 2, breaking: 3 } as const;

type Known = Pick<Settings, "agents" | "trust">;

/**
 * Whether a later word of the same login takes this one back. Unless it is proven to be the same agent's, or a person's,
 * it may be another one's of the login, who does not take back an objection, nor that a change is breaking.
 */
export function isTakenBack(
  earlier: Pick<Ballot, "option" | "by" | "speaker" | "round">,
  later: Pick<Ballot, "speaker" | "round">,
  settings: Known,
): boolean {
  if (earlier.option === words.ack || isSaidByPerson(later)) return true;
  if (later.speaker !== undefined && later.speaker === earlier.speaker) return true;
  if (earlier.option === words.breaking) return false;
  return earlier.round !== later.round || !hasSeveralSpeakers(settings, earlier.by.id);
}

/** Whether a person agreed, and no agent that writes with the same login. */
export function isPersonsAck(ballot: Ballot): boolean {
  return ballot.option === words.ack && isSaidByPerson(ballot);
}

/** The objections of a round. A person may take back one of a login whose speakers cannot be told apart. */
export function standingObjections(said: readonly Ballot[], settings: Known): readonly Ballot[] {
  const acks = said.filter(isPersonsAck);
  return said.filter(
    (each) =>
      each.option === words.object &&
      (each.speaker !== undefined ||
        !hasSeveralSpeakers(settings, each.by.id) ||
        !acks.some((ack) => compareWords({ ...ack, id: ack.comment }, { ...each, id: each.comment }) > 0)),
  );
}

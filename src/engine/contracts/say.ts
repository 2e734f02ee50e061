/** Handles `/ack` and `/object`: keeps what a speaker says of a contract, for the text as it is. */
import type { AckCommand, ObjectCommand } from "../../protocol/commands/agree.ts";
import { inCode } from "../../protocol/render/code.ts";
import { shortenLines } from "../../protocol/render/shorten.ts";
import { hasSeveralSpeakers, isPersonsAccount } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { keyOfLogin, voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { keepBallot } from "../asking/keep-ballot.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, type CommandOutcome, refuse } from "../commands/order.ts";
import { currentOutcome } from "../messages/outcome.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { Ballot } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { isOrder } from "../model/spoken.ts";
import { type ContractPoll, contractPollOf } from "../polls/contract-poll.ts";
import { provenSpeaker } from "../polls/speaker-name.ts";
import { isTakenBack, words } from "../polls/words.ts";

export const ack: CommandAction<AckCommand> = (input, command, comment) =>
  say(input, { command, comment, word: "ack" });

export const object: CommandAction<ObjectCommand> = (input, command, comment) =>
  say(input, { command, comment, word: command.isBreaking ? "breaking" : "object" });

interface Said {
  readonly command: AckCommand | ObjectCommand;
  readonly comment: CommentSeen;
  readonly word: keyof typeof words;
}

function say(input: RuleInput, { command, comment, word }: Said): CommandOutcome {
  const { record, context } = input;
  const { seen, persisted } = record;
  if (record.reading.kind !== "contract")
    return refuse("This issue is not a contract. Comment it on the contract.");
  if (persisted.obeyed.includes(comment.id)) return { type: "done" };
  const poll = contractPollOf(input);
  if (poll === undefined || !isAdmitted(record))
    return refuse("The contract cannot be read yet. Fix its body first, as its status comment shows.");
  if (currentOutcome(record) !== undefined || seen.issueState.state === "closed")
    return refuse("It is closed. To change the interface, open a contract that replaces this one.");
  if (comment.createdAt < (seen.reopenedAt ?? 0)) return refuse("It has been reopened since. Say it again.");
  const voice = voiceOfComment(record, comment, context);
  const voter = keyOfLogin(voice);
  const isHeard =
    isParty(poll, voter) || hasObjected(poll, voter) || mayAgreeForOthers(poll, voice, context.settings);
  if (word === "ack" && !isHeard)
    return refuse(`Only the holders of its tasks agree to it: ${holdersIn(poll)}. Anyone may object.`);
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const speaker = provenSpeaker(voice);
  const said = {
    option: words[word],
    round: poll.round,
    ...(speaker === undefined ? {} : { speaker }),
    ...reasonOnPage(command, comment),
  };
  const { settings } = context;
  return keepBallot(
    record,
    comment,
    { voter, ...said },
    (earlier) => earlier.option === said.option || isTakenBack(earlier, said, settings),
  );
}

/** As long as a status shows it. */
const maxReason = 300;

/** Said on a page, it stands in no comment that could be read again. */
function reasonOnPage(command: AckCommand | ObjectCommand, { id }: CommentSeen): Pick<Ballot, "because"> {
  if (command.name !== "object" || command.because === undefined || !isOrder(id)) return {};
  return { because: shortenLines(command.because, maxReason) };
}

/** Where a word cannot be told from another agent's, a person may agree or take an objection back. */
function mayAgreeForOthers(
  { parties, objections }: ContractPoll,
  { speaker, id }: ReturnType<typeof voiceOfComment>,
  settings: Settings,
) {
  if (speaker.type !== "person" || !isPersonsAccount(settings, id)) return false;
  return (
    parties.some(({ holders }) => holders.some(({ isUnclear }) => isUnclear)) ||
    objections.some(({ speaker: said, by }) => said === undefined && hasSeveralSpeakers(settings, by.id))
  );
}

function isParty({ parties }: ContractPoll, voter: string): boolean {
  return parties.some(({ holders }) => holders.some(({ key }) => key === voter));
}

/** Who objected can take that back, holder or not. */
function hasObjected({ objections }: ContractPoll, voter: string): boolean {
  return objections.some((ballot) => ballot.voter === voter);
}

function holdersIn({ parties }: ContractPoll): string {
  const names = parties.flatMap(({ holders }) => holders.map(({ name }) => inCode(name)));
  return names.length === 0 ? "no one holds one yet" : [...new Set(names)].join(", ");
}

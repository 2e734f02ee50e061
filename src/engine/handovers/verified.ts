/**
 * Handles `/verified`: an account stands for what `signalbox verify` found. It has to be a person, or an agent that has nothing to
 * do with the work: who holds the task or wrote the handover would prove its own claims.
 */

import type { VerifiedCommand } from "../../protocol/commands/verified.ts";
import type { Ref } from "../../protocol/references/ref.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isPersonsAccount } from "../../protocol/settings/agents/roster.ts";
import { refuseUnproven, type Voice, voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { type CommandAction, refuse } from "../commands/order.ts";
import type { RuleInput } from "../model/rule.ts";
import { recordOf } from "../model/view.ts";
import { mayBeOwnWork } from "./confirmations.ts";
import { handoverIn } from "./handovers.ts";

/** How many confirmed results a handover keeps, the newest. */
const remembered = 20;

export const verified: CommandAction<VerifiedCommand> = (input, { result }, comment) => {
  const { record, context } = input;
  if (record.reading.kind !== "handover")
    return refuse("This issue is not a handover. Comment it on the handover that was verified.");
  const handover = handoverIn(record);
  if (handover === undefined || !isAdmitted(record))
    return refuse("The handover cannot be read yet. Fix its body first, as its status comment shows.");
  const { verified: earlier = [], ...persisted } = record.persisted;
  if (earlier.some((each) => each.comment === comment.id)) return { type: "done" };
  const voice = voiceOfComment(record, comment, context);
  const why = whyNotBy(input, handover.completes, voice);
  if (why !== undefined) return refuse(why);
  const { id, login } = comment.author;
  const added = { result, comment: comment.id, by: { id, login } };
  const kept = [...earlier.filter((each) => each.result !== result), added].slice(-remembered);
  return { type: "done", persisted: { ...persisted, verified: kept } };
};

/** A sentence; undefined if it may. */
function whyNotBy({ view, record, context }: RuleInput, completes: Ref, voice: Voice): string | undefined {
  const { id, login, speaker } = voice;
  if (speaker?.type === "nobody") return refuseUnproven(speaker.because, speaker.name);
  if (isSameAccount(id, context.botId))
    return "The App confirms none of its own results. A person has to say it, or an agent of another account.";
  const work = { handover: record, task: recordOf(view, record, completes) };
  if (!mayBeOwnWork(view, work, voice, context)) return undefined;
  const why = isPersonsAccount(context.settings, id)
    ? `\`${login}\` may be an agent's account, as the settings name no agents, and it`
    : `Agents write as \`${login}\`, and that account`;
  return `${why} does this work: it holds the task, wrote the handover, or opened the pull request. A person has to say it, or an agent of another account.`;
}

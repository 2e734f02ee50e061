/** Handles `/approve` on a text that does not count yet. It is bound to the text as every word is. */
import type { ApproveCommand } from "../../protocol/commands/approve.ts";
import { isShared } from "../../protocol/settings/agents/roster.ts";
import { denyComment, type Ruling, rulingOn } from "../admission/authority.ts";
import { whyNoDecider } from "../admission/deciders.ts";
import { mayBeOwnAgents } from "../admission/own-words.ts";
import { type Voice, voiceOfComment } from "../admission/speaking/voice.ts";
import { isOwnText } from "../admission/text-makers.ts";
import { isAdmitted } from "../admission/trust.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, refuse, refuseRuling } from "../commands/order.ts";
import { bindReferral } from "../matters/bind-word.ts";
import { questionBehind } from "../messages/suggestion.ts";
import type { RuleInput } from "../model/rule.ts";
import { roleIn } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";

export const approve: CommandAction<ApproveCommand> = (input, command, comment) => {
  const { author } = comment;
  const { record } = input;
  const { bodyHash, textHash } = record.seen;
  if (isAdmitted(record)) return { type: "done" };
  const voice = voiceOfComment(record, comment, input.context);
  const refusal = whyNotTaken(input, voice);
  if (refusal !== undefined) return refuseRuling(refusal);
  const outdated = whyOutdated(input);
  if (outdated !== undefined) return refuse(outdated);
  const binding = bindComment(input, comment, { ...command, textHash: command.hash });
  if (binding.type === "refused") return binding.outcome;
  const isSharing = isShared(input.context.settings, author.id);
  const { speaker } = voice;
  const agent = speaker.type === "agent" && isSharing ? { agent: speaker.name } : {};
  const person = speaker.type === "person" && speaker.mayBeAgent !== true ? { isPerson: true } : {};
  const admitted = {
    hash: textHash,
    title: record.seen.title,
    body: bodyHash,
    by: author.id,
    approver: author.login,
    ...agent,
    ...person,
  };
  return { type: "done", persisted: { ...record.persisted, admitted } };
};

/** Why one of our suggestions answers its question no more; undefined if it still does. */
function whyOutdated(input: RuleInput): string | undefined {
  const question = input.view.records.get(questionBehind(input.record) ?? "");
  if (question === undefined || bindReferral(question, input.record).type === "bound") return undefined;
  const name = issueNameById(input, question.seen.id);
  return `${name} was edited since this was suggested, so it may answer another question. Read it, and comment \`/answer <decision>\` there.`;
}

/**
 * Why `by` may not approve it. One of our suggestions takes a user who may answer its question, and on a login that agents
 * use nobody approves by a comment what the login wrote.
 */
function whyNotTaken(
  { view, record, context }: RuleInput,
  by: Voice,
): Extract<Ruling, { readonly allowed: false }> | undefined {
  if (mayBeOwnAgents(view, record, by)) return denyComment(by);
  const isAgent = by.speaker?.type !== "person";
  if (isAgent && isOwnText(record, by))
    return {
      allowed: false,
      because: "A login does not approve what it wrote itself; someone else with write access has to.",
    };
  const role = roleIn(view, record.seen.repositoryId, by.id);
  const unknown = isAgent ? undefined : whyNoDecider(by, role, context.settings);
  if (unknown !== undefined) return { allowed: false, because: unknown };
  const question = view.records.get(questionBehind(record) ?? "");
  const ruling = question && rulingOn(view, question, by, context);
  return ruling?.allowed === false ? ruling : undefined;
}

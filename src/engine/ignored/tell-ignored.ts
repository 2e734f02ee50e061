/**
 * Replies once to a comment with a command that stands where none counts, in a reply by mail or below what may be a
 * quoted mail, if the author may give commands here.
 */

import { formOfCommand } from "../../protocol/commands/command.ts";
import type { IgnoredCommand } from "../../protocol/commands/ignored-command.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Text } from "../../protocol/text.ts";
import { exchangesIn } from "../admission/bot-exchanges.ts";
import { isFiller } from "../asking/earlier-options.ts";
import { takesOptionsOnly } from "../asking/option-action.ts";
import { trustOfAuthor } from "../commands/comments.ts";
import { replyTo } from "../commands/reply.ts";
import { escalationState } from "../escalations/escalation-state.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import { escalationIn } from "../messages/subject.ts";
import type { CommentSeen } from "../model/fact.ts";
import { repliedTo } from "../model/keys/comment-key.ts";
import {
  type DelayedRefresh,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  retryRead,
} from "../model/rule.ts";
import { spokenRequests, untoldCommand } from "../model/spoken-commands.ts";

const name = "tell-ignored";

/** As much of a line as is shown, in characters. */
const maxLine = 80;

export const tellIgnored: ProjectionRule = { name, project };

function project(input: RuleInput) {
  const effects: ProposedEffect[] = [];
  const refreshes: DelayedRefresh[] = [];
  const { record, context } = input;
  const { unheard } = exchangesIn(record.seen, context);
  for (const comment of record.seen.comments) {
    const ignored = untoldCommand(comment, context.now);
    if (ignored === undefined || unheard.has(comment.id) || !isDue(input, comment)) continue;
    const trust = trustOfAuthor(input, comment);
    if (trust === "trusted") effects.push(replyTo(input, comment, textAbout(input, ignored), { rule: name }));
    if (trust === "unknown") refreshes.push(retryRead(record, "A commenter's role could not be read."));
  }
  return { effects, refreshes };
}

/** Once all that the comment says where it counts has been carried out: our reply ends its handling. */
function isDue({ record, context }: RuleInput, comment: CommentSeen): boolean {
  const { persisted, seen } = record;
  const { id, author, missing } = comment;
  const isTold =
    persisted.ran.includes(id) || seen.own.some(({ key }) => repliedTo(key) === id) || missing !== undefined;
  if (isTold || isSameAccount(author.id, context.botId)) return false;
  return spokenRequests(comment).length === 0 || persisted.obeyed.includes(id);
}

function textAbout({ view, record }: RuleInput, ignored: IgnoredCommand): Text {
  const { because, line, written } = ignored;
  const escalation = settingsAskedBy(record) === undefined ? escalationIn(record) : undefined;
  const decides = ignored.name === "decide" || ignored.name === "answer";
  const isDecision = decides && escalation !== undefined && escalationState(view, record).type === "open";
  const options = (escalation?.options ?? []).flatMap((text, at) =>
    isFiller(record, text) ? [] : { command: `/decide ${at + 1}`, text },
  );
  return {
    name: "command-ignored",
    data: {
      command: `/${ignored.name}`,
      because,
      line: shorten(line ?? "", maxLine),
      written,
      usage: formOfCommand(ignored.name).usage,
      isDecision,
      options: isDecision ? options : [],
      takesOptionsOnly: isDecision && takesOptionsOnly(view, record),
    },
  };
}

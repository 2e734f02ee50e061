/** Shows a text that was changed since its reader was shown it: who changed what, and what it says now. */

import { toMinuteUtc } from "../../base/clock.ts";
import type { Command } from "../../protocol/commands/command.ts";
import { formatTextName } from "../../protocol/commands/text-name.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { shortenLines } from "../../protocol/render/shorten.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { hasSeveralSpeakers } from "../../protocol/settings/agents/roster.ts";
import type { ChangedTextData } from "../../protocol/text/changed-text.ts";
import type { Binding, TextChange } from "../matters/bind-word.ts";
import { contractName } from "../messages/contract-text.ts";
import { escalationIn } from "../messages/subject.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";

type Changed = Extract<Binding, { readonly type: "changed" }>;

/** As much as the folded part shows. A longer text is not shown whole by it, so a word after it names the hash. */
const maxBody = 3_000;
const maxTitle = 250;

export function showText(
  input: RuleInput,
  { changes, isOfOtherWork }: Changed,
  { author }: CommentSeen,
  command: Command,
): ChangedTextData {
  const { record, context } = input;
  const { title, body, textHash, id } = record.seen;
  const restored = changes.find(({ by }) => isSameAccount(by?.id, context.botId));
  // Only the approval of a text has no word of its own besides the text's hash.
  const isApproval = command.name === "approve" && command.textHash !== undefined;
  const whole = withoutMarker(splitEnvelope(body).words);
  const isCut = whole.length > maxBody || title.length > maxTitle;
  const isShared = hasSeveralSpeakers(context.settings, author.id);
  return {
    changes: changes.filter(({ by }) => !isSameAccount(by?.id, context.botId)).map(changeLine),
    restoredAt: restored && toMinuteUtc(restored.at),
    isAltered: record.seen.altered !== undefined,
    work: isOfOtherWork === true ? workShown(record) : undefined,
    title,
    ...askedIn(input),
    body: shortenLines(whole, maxBody),
    isCut,
    place: issueNameById(input, id),
    // On such an account a line cannot tell for whom it is.
    textName: (isShared || isCut) && !isApproval ? formatTextName(textHash) : undefined,
    again: isApproval ? `/approve ${textHash}` : undefined,
  };
}

/** What a handover hands over now, besides its text. */
export function workShown({ evidence }: IssueRecord): NonNullable<ChangedTextData["work"]> {
  const pull = evidence?.pullRequest;
  return { commit: pull?.headSha.slice(0, 10), base: pull?.baseRef };
}

/** What the line shows unfolded besides the title. */
function askedIn({ record }: RuleInput): Pick<ChangedTextData, "question" | "options" | "written"> {
  const { reading } = record;
  const message = reading.kind === undefined ? undefined : reading.message;
  const nothing = { question: undefined, options: [], written: undefined };
  switch (message?.kind) {
    case "question":
      return { ...nothing, written: message.options };
    case "escalation":
      return {
        ...nothing,
        question: message.question,
        options: numbered(escalationIn(record)?.options ?? []),
      };
    case "vote":
      return { ...nothing, question: message.question, options: numbered(message.options) };
    case "contract":
      return { ...nothing, question: contractName(message) };
    default:
      return nothing;
  }
}

function numbered(options: readonly string[]): ChangedTextData["options"] {
  return options.map((text, index) => ({ number: index + 1, text }));
}

export function changeLine({ part, at, by }: TextChange): ChangedTextData["changes"][number] {
  return { part, at: toMinuteUtc(at), by: by?.login };
}

/** Our own bodies end with a hidden comment. */
function withoutMarker(text: string): string {
  const written = text.trimEnd();
  const start = written.endsWith("-->") ? written.lastIndexOf("<!--") : -1;
  return (start < 0 ? written : written.slice(0, start)).trim();
}

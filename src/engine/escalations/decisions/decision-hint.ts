/**
 * Explains once how to decide an escalation, when a person who may decide it comments without a command,
 * which decides nothing.
 */
import { ownProse } from "../../../protocol/commands/own-lines.ts";
import type { Escalation } from "../../../protocol/kinds/escalation.ts";
import type { PageLine } from "../../../protocol/text/lines.ts";
import { isPerson, type Ruling } from "../../admission/authority.ts";
import { voiceOfEditor } from "../../admission/speaking/voice.ts";
import { isAdmitted, trustOf } from "../../admission/trust.ts";
import { isFiller } from "../../asking/earlier-options.ts";
import { takesOptionsOnly } from "../../asking/option-action.ts";
import { isRecent, remarksToWeigh } from "../../fold/remarks.ts";
import { escalationIn } from "../../messages/subject.ts";
import type { Actor } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { spokenCommands } from "../../model/spoken-commands.ts";
import { pageLine } from "../../wording/page-line.ts";
import { escalationState, isSetAside } from "../escalation-state.ts";
import { rulingOnDecision } from "./decide-command.ts";

export interface Hint {
  /** The option that the comment names, if it names one. */
  readonly option: number | undefined;
  readonly hasOptions: boolean;
  readonly takesOptionsOnly: boolean;
  /** Set if the person decides on the pages, and not by comments. */
  readonly page?: PageLine | undefined;
}

/** The hint that is due; `unknown` if a commenter's role could not be read. */
export function hintDue(input: RuleInput): Hint | "unknown" | undefined {
  const { view, record, context } = input;
  const escalation = escalationIn(record);
  const remarks = remarksToWeigh(record);
  if (escalation === undefined || remarks.length === 0 || !isAdmitted(record)) return undefined;
  if (escalationState(view, record).type !== "open" || isSetAside(input, record)) return undefined;
  let isUnknown = false;
  for (const remark of remarks) {
    const { author, text } = remark;
    if (!isRecent(remark, context.now) || !isPerson(voiceOfEditor(author, context), context)) continue;
    const allowed = mayDecide(input, author);
    if ((allowed === true || allowed === "on a page") && !hasCommanded(record, author.id))
      return {
        page: allowed === true ? undefined : pageLine(input),
        option: optionMeant(record, escalation, ownProse(text)),
        hasOptions: escalation.options.length > 0,
        takesOptionsOnly: takesOptionsOnly(view, record),
      };
    isUnknown ||= allowed === "unknown";
  }
  return isUnknown ? "unknown" : undefined;
}

/** Check trust first: rulings are made only for users whose commands count. */
function mayDecide(input: RuleInput, author: Actor): Ruling["allowed"] | "on a page" {
  const { view, record, context } = input;
  const trust = trustOf(view, record.seen.repositoryId, author, context);
  if (trust !== "trusted") return trust === "unknown" ? "unknown" : false;
  const ruling = rulingOnDecision(input, voiceOfEditor(author, context));
  return ruling.allowed === false && ruling.isOnPage === true ? "on a page" : ruling.allowed;
}

/** A user who has written commands knows them. */
function hasCommanded({ seen }: IssueRecord, author: string): boolean {
  return seen.comments.some((comment) => comment.author.id === author && spokenCommands(comment).length > 0);
}

const namesOption = /\boption[ \t]{0,3}#?(\d{1,3})\b/gi;
const isNumber = /^#?(\d{1,3})[.,!)]{0,2}(?:[ \t]{1,3}please)?[.!]{0,2}$/i;

/**
 * The one option that the text names: "option 2, please", or a number and nothing else.
 * @param text without white space around it
 */
function optionMeant(record: IssueRecord, { options }: Escalation, text: string): number | undefined {
  const named = [...text.matchAll(namesOption)].map(([, number]) => Number(number));
  const alone = isNumber.exec(text)?.[1];
  const [option, ...others] = new Set(alone === undefined ? named : [Number(alone)]);
  const words = options[(option ?? 0) - 1];
  return words === undefined || others.length > 0 || isFiller(record, words) ? undefined : option;
}

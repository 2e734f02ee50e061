/**
 * Selects what an issue's status comment says: a function of the current state, never of how it came about.
 */

import {
  isAdmitted,
  isTrustUnknown,
  renameToAdmit,
  trustInText,
  trustOf,
  unprovenBody,
} from "../../admission/trust.ts";
import { wasChanged } from "../../matters/bind-word.ts";
import { issueThatCounts } from "../../messages/same-message.ts";
import { questionBehind } from "../../messages/suggestion.ts";
import type { Actor } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import { suggestionStatusText } from "../../suggestions/suggestion-status-text.ts";
import { mutedBots, type StatusByKind, type StatusText } from "../../wording/status-parts.ts";

/** Undefined for an issue of no kind, and while it is unknown who is responsible for it. */
export function statusText(byKind: StatusByKind, input: RuleInput): StatusText | undefined {
  const { kind } = input.record.reading;
  const { textHash } = input.record.seen;
  // Of a text that was changed only the whole hash counts, as an earlier one may begin alike.
  const command = `/approve ${wasChanged(input.record) ? textHash : textHash.slice(0, 8)}`;
  if (kind === undefined || isTrustUnknown(input.view, input.record, input.context)) return undefined;
  const { view, record, context } = input;
  const isOwn = !isAdmitted(record) && trustInText(view, record, context) === "trusted";
  if (isOwn && issueThatCounts(view, record) !== undefined) return undefined;
  const author = authorToApprove(input)?.login;
  const question = questionBehind(input.record);
  if (!isAdmitted(input.record) && question !== undefined)
    return suggestionStatusText(input, question, command);
  const unproven = unprovenBody(view, record, context);
  if (!isAdmitted(input.record))
    return {
      text: {
        name: "needs-approval",
        data: { author, unproven, textHash, command, muted: mutedBots(input) },
      },
      isNews: true,
    };
  return byKind[kind]?.(input);
}

/** Whose words need an approval: whose title does, otherwise who changed the body last, or its author. */
function authorToApprove({ view, record, context }: RuleInput): Pick<Actor, "login"> | undefined {
  const { editor, author, repositoryId } = record.seen;
  const renamed = renameToAdmit(record);
  const isTitles = renamed !== undefined && trustOf(view, repositoryId, renamed.by, context) === "untrusted";
  return isTitles ? renamed.by : (editor ?? author);
}

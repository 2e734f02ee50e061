/** Says which results of `signalbox verify` count for a handover, and which accounts do the work that it is about. */

import type { Confirmation } from "../../handover/confirmed-results.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isKnownPersons } from "../../protocol/settings/agents/roster.ts";
import type { Voice } from "../admission/speaking/voice.ts";
import { accountsBehindText } from "../admission/text-makers.ts";
import { type AuthorityContext, authorsOfText } from "../admission/trust.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

interface Work {
  readonly handover: IssueRecord;
  readonly task: IssueRecord | undefined;
}

/** The results that count. An account that has got the task since no longer stands for one. */
export function confirmationsIn(view: View, work: Work, context: AuthorityContext): readonly Confirmation[] {
  const { verified: kept = [] } = work.handover.persisted;
  return kept
    .filter(({ by }) => !mayBeOwnWork(view, work, by, context))
    .map(({ result, by }) => ({ result, by: by.login }));
}

/**
 * Whether an agent may be speaking for its own work: the account does the work, and the settings do not show that it is a
 * person's alone. Where they name no agents, any account may be one's.
 */
export function mayBeOwnWork(
  view: View,
  work: Work,
  by: Pick<Voice, "id" | "login">,
  context: AuthorityContext,
): boolean {
  return !isKnownPersons(context.settings, by.id) && doesTheWork(view, work, by, context);
}

/** Whether the account holds the task, wrote or changed the handover, or opened its pull request. */
function doesTheWork(
  view: View,
  { handover, task }: Work,
  { id, login }: Pick<Voice, "id" | "login">,
  context: AuthorityContext,
): boolean {
  const accounts = [
    ...authorsOfText(view, handover, context).map((author) => author.id),
    ...accountsBehindText(handover).map((account) => account.id),
    task?.persisted.lease?.holder.account,
  ];
  const opener = handover.evidence?.pullRequest?.author?.toLowerCase();
  return accounts.some((account) => isSameAccount(account, id)) || opener === login.toLowerCase();
}

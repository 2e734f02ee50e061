/**
 * Who made what an issue says now: its author, who edited its body last, and who gave it its title. Who changes a text asks
 * what it says now, however little they changed: nothing tells a typo from another question. Every rule about what a
 * login wrote or asked starts here.
 */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isKnownPersons } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Actor } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import type { SpeakerContext } from "./speaking/speaker.ts";
import { isSameLogin, type Voice, voiceOfAuthor, voiceOfEditor } from "./speaking/voice.ts";

/** The accounts. GitHub names the last editor and the last title alone. */
export function accountsBehindText({ seen }: Pick<IssueRecord, "seen">): readonly Actor[] {
  const all = [seen.author, seen.editor, seen.renamed?.by].filter((each) => each !== undefined);
  return [...new Map(all.map((account) => [account.id, account])).values()];
}

/** Whether the login made some of the present text. */
export function isOwnText(record: Pick<IssueRecord, "seen">, by: Pick<Voice, "id">): boolean {
  return accountsBehindText(record).some((each) => isSameLogin(each, by));
}

/** Whose question it is now: a change makes its account an asker, unless the settings show that the account is a person's. */
export function askersIn(
  record: Pick<IssueRecord, "seen">,
  settings: Pick<Settings, "agents" | "trust">,
): readonly Actor[] {
  const { author } = record.seen;
  return accountsBehindText(record).filter(({ id }) => id === author?.id || !isKnownPersons(settings, id));
}

/** Those who changed the text since it was opened. A change by the App makes nobody an asker. */
function changersOfText({ seen }: Pick<IssueRecord, "seen">, context: SpeakerContext): readonly Voice[] {
  const changers = [seen.editor, seen.renamed?.by].filter((each) => each !== undefined);
  return changers
    .filter(({ id }) => !isSameAccount(id, context.botId))
    .map((each) => voiceOfEditor(each, context));
}

/** The author as they signed, if they did, and each who changed the text: a change cannot be signed. */
export function makersOfText(view: View, record: IssueRecord, context: SpeakerContext): readonly Voice[] {
  const author = voiceOfAuthor(view, record, context);
  return [...(author === undefined ? [] : [author]), ...changersOfText(record, context)];
}

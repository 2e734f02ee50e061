/**
 * Says who counts as a person who may decide while it is not known who is an agent: the settings file is there and none of
 * its versions can take effect, or an id in the roster cannot be compared with the account's. Then only an admin does whom
 * the file does not list, or who shows by GitHub's sign-in on a page that they are the person.
 */

import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { loginName } from "../../protocol/settings/agents/login-name.ts";
import { mayBeAgents } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Role } from "../model/fact.ts";
import type { Voice } from "./speaking/voice.ts";

/** A sentence; undefined if it is known, or the account may decide all the same. */
export function whyNoDecider(by: Voice, role: Role, settings: Settings): string | undefined {
  const { unsettled } = settings;
  const isOpen = unsettled !== undefined || mayBeAgents(settings, by.id);
  if (!isOpen) return undefined;
  const isSignedIn = by.speaker?.type === "person" && by.speaker.isSignedIn === true;
  const isListed = isListedIn(unsettled?.text ?? "", by);
  if (role === "admin" && (isSignedIn || (unsettled !== undefined && !isListed))) return undefined;
  return unsettled === undefined
    ? `The settings write the id of an agent's account in a format that cannot be compared with ${by.login}'s, so it is not known whether ${by.login} is a person. An admin decides on the pages; or write the id as \`gh api users/LOGIN --jq .node_id\` prints it.`
    : "No version of the settings file can take effect, so it is not known who is an agent. Until one does, an admin decides whom the file does not list.";
}

/** Words that may be an id or a login. */
const word = /[A-Za-z0-9_=+/-]{2,100}/g;

/** Whether any version of the file may mean the account: by its id in either format, or by its login. */
function isListedIn(text: string, { id, login }: Pick<Voice, "id" | "login">): boolean {
  const name = loginName(login);
  return (text.match(word) ?? []).some((each) => isSameAccount(each, id) || each.toLowerCase() === name);
}

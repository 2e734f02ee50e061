/**
 * Names people and issues in our own texts. A login written as `@login` notifies its user, so mention only
 * those who have to act.
 */

import { loginSource } from "../../base/login.ts";
import { visible } from "../characters.ts";
import { formatRef, type Ref } from "../references/ref.ts";
import { inCode } from "./code.ts";
import { plain } from "./plain.ts";
import { Safe } from "./safe.ts";

const loginForm = /^[a-z\d](?:[a-z\d]|[-_](?=[a-z\d])){0,60}$/i;
const ownerForm = new RegExp(`^${loginSource}$`);
const repoForm = /^[\w.-]{1,100}$/;

/** Names a user without notifying them. */
export function person(login: string): Safe {
  const name = visible(login).replace(/\s+/g, " ").trim().slice(0, 100).toWellFormed();
  return new Safe(inCode(name === "" ? "someone" : name));
}

/**
 * Mentions a user, which notifies them. There is no other way to do so; text that is not a login is only
 * named.
 */
export function mention(login: string): Safe {
  return loginForm.test(login) ? new Safe(`@${login}`) : person(login);
}

/** An issue reference: GitHub links it and records the cross-reference in the other issue. */
export function issueRef(ref: Ref): Safe {
  const { owner, repo, number } = ref;
  const isSound = Number.isSafeInteger(number) && number > 0;
  const isNamed = owner === undefined || repo === undefined || (ownerForm.test(owner) && repoForm.test(repo));
  return isSound && isNamed ? new Safe(formatRef(ref)) : plain(formatRef(ref));
}

/**
 * People and issues in our own texts. A newcomer would write `@login` for everybody named; that notifies, so only
 * whoever has to act is mentioned.
 */

import { visible } from "../characters.ts";
import { formatRef, type Ref } from "../ref.ts";
import { inCode } from "./code.ts";
import { plain } from "./plain.ts";
import { Safe } from "./safe.ts";

const loginForm = /^[a-z\d](?:[a-z\d]|[-_](?=[a-z\d])){0,60}$/i;
const ownerForm = /^[a-z\d][a-z\d-]{0,38}$/i;
const repoForm = /^[\w.-]{1,100}$/;

/** Names somebody without notifying them. */
export function person(login: string): Safe {
  const name = visible(login).replace(/\s+/g, " ").trim().slice(0, 100).toWellFormed();
  return new Safe(inCode(name === "" ? "somebody" : name));
}

/** Notifies somebody. The only way to do so; whatever is no login is merely named. */
export function mention(login: string): Safe {
  return loginForm.test(login) ? new Safe(`@${login}`) : person(login);
}

/** A reference of ours: GitHub links it, and shows in the other issue that it was named here. */
export function issueRef(ref: Ref): Safe {
  const { owner, repo, number } = ref;
  const isSound = Number.isSafeInteger(number) && number > 0;
  const isNamed = owner === undefined || repo === undefined || (ownerForm.test(owner) && repoForm.test(repo));
  return isSound && isNamed ? new Safe(formatRef(ref)) : plain(formatRef(ref));
}

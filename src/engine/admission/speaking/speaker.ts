/**
 * Decides who speaks in a text: which agent, by what proof, or a person. An account can be one agent's,
 * shared by several, or a person's with whom agents share it, so the account alone does not tell. An agent
 * with a key must sign to use its name; every other name is worth what its account is worth.
 */

import { isSameAccount } from "../../../protocol/settings/agents/account-key.ts";
import { agentNamePattern } from "../../../protocol/settings/agents/agents-settings.ts";
import { loginName } from "../../../protocol/settings/agents/login-name.ts";
import {
  type Agent,
  agentNamed,
  agentsAt,
  agentWithKey,
  isAgentAccount,
  isShared,
  takesPersonsComments,
} from "../../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../../protocol/settings/config.ts";
import type { Actor, NodeId } from "../../model/fact.ts";

/** Whose names and keys count. */
export interface SpeakerContext {
  readonly settings: Pick<Settings, "agents" | "trust">;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/** What is known of a text's signature, the rules against replay applied. */
export type Proof =
  | { readonly type: "none" }
  /**
   * It is an order: the owner of the data folder answers for the name, which then proves no more than itself.
   */
  | { readonly type: "order" }
  /** It was chosen on a page, in a session that GitHub's sign-in in a browser opened for this account. */
  | { readonly type: "session" }
  /** It holds over this text in this place. Whose key it is, the roster says. */
  | { readonly type: "key"; readonly key: string }
  /** @see Unproven */
  | { readonly type: "failed"; readonly why: SignatureFailure };

export const signatureFailures = [
  "malformed",
  "mismatch",
  "expired",
  "too-early",
  "reused",
  "edited",
] as const;
/**
 * `malformed`: it cannot be read, or the block lacks what has to be signed. `mismatch`: it signs a different
 * text, place or name. `expired`, `too-early`: the text was created outside of the time it is for. `reused`:
 * an earlier text has the same ID under this key. `edited`: the text was changed, and GitHub does not show
 * the first one.
 */
export type SignatureFailure = (typeof signatureFailures)[number];

/** Why a text has no effect for want of proof. */
export type Unproven = SignatureFailure | "unknown-key" | "other-name" | "unsigned" | "not-its-account";

export interface SpokenWords {
  readonly account: Pick<Actor, "id" | "login">;
  /** The name that the text gives: its envelope's `from`, or `as ada` in a command. */
  readonly said?: string | undefined;
  readonly proof: Proof;
  /**
   * Whether it only says who holds what: claim, release, beat, lock or unlock. Such words coordinate and
   * settle nothing, so on a person's account the name that they give is believed.
   */
  readonly isAboutHolding?: boolean | undefined;
}

export type Speaker =
  /** Proven by the key, or by the account because no one else writes as it. */
  | { readonly type: "agent"; readonly name: string; readonly proof: "key" | "account" }
  /** One of several on an account, who say their names and prove nothing. */
  | { readonly type: "agent"; readonly name: string; readonly proof: "said" }
  /** Agents that share an account and gave no name: one speaker. */
  | { readonly type: "agents" }
  /**
   * `mayBeAgent`: nothing tells the words from those of an agent that writes with the same login. `isSignedIn`: GitHub's
   * sign-in in a browser shows that it is the person.
   */
  | { readonly type: "person"; readonly mayBeAgent?: true; readonly isSignedIn?: true }
  | { readonly type: "coordinator" }
  /** The text has no effect. */
  | { readonly type: "nobody"; readonly because: Unproven; readonly name?: string | undefined };

/** Who speaks. Whether what they say counts is `trustOf`'s and `rulingOn`'s to say. */
export function speakerOf(words: SpokenWords, { settings, botId }: SpeakerContext): Speaker {
  const { account, proof, said } = words;
  if (isSameAccount(account.id, botId)) return { type: "coordinator" };
  if (proof.type === "order") return byOrder(account.id, said, settings);
  if (proof.type === "session") return bySession(account.id, settings);
  const signer = proof.type === "key" ? agentWithKey(settings, proof.key) : undefined;
  if (signer !== undefined) return bySignature(signer, said);
  const named = said === undefined ? undefined : agentNamed(settings, said);
  if (named !== undefined && named.keys.length > 0) return nobody(failureOf(proof), named.name);
  const here = agentsAt(settings, account.id);
  const [only] = here;
  if (only === undefined) return onUnlisted(words, isAgentAccount(settings, account.id));
  if (proof.type !== "none" && !isOneWithoutKey(here)) return nobody(failureOf(proof), said);
  if (isShared(settings, account.id)) return onPersonsAccount(words, named, here, settings);
  if (here.every(({ keys }) => keys.length > 0)) return nobody("unsigned", said);
  return onAgentsAccount(words, named, here);
}

/** Whether it is a person, so that what is reserved to people is theirs to say. */
export function isPersonSpeaking({ type }: Speaker): boolean {
  return type === "person";
}

function byOrder(accountId: string, said: string | undefined, settings: SpeakerContext["settings"]): Speaker {
  if (said === undefined) return { type: "agents" };
  const named = agentNamed(settings, said);
  if (named === undefined || !isSameAccount(named.account, accountId)) return nobody("not-its-account", said);
  return { type: "agent", name: named.name, proof: "said" };
}

/** The settings say of an account that only agents use it: then nobody who signs in there is a person. */
function bySession(accountId: string, settings: SpeakerContext["settings"]): Speaker {
  return isAgentAccount(settings, accountId) ? { type: "agents" } : { type: "person", isSignedIn: true };
}

function bySignature(signer: Agent, said: string | undefined): Speaker {
  if (said !== undefined && said.toLowerCase() !== signer.name) return nobody("other-name", said);
  return { type: "agent", name: signer.name, proof: "key" };
}

/** An account that the roster does not name: a person's, or a listed agent's, called by its login. */
function onUnlisted({ account, said, isAboutHolding }: SpokenWords, isListed: boolean): Speaker {
  const login = loginName(account.login);
  if (isAboutHolding === true && said !== undefined && said.toLowerCase() !== login)
    return nobody("not-its-account", said);
  return isListed ? { type: "agent", name: login, proof: "account" } : { type: "person" };
}

function onPersonsAccount(
  { account, said, isAboutHolding }: SpokenWords,
  named: Agent | undefined,
  here: readonly Agent[],
  settings: SpeakerContext["settings"],
): Speaker {
  if (isAboutHolding !== true || said === undefined)
    return takesPersonsComments(settings, account.id)
      ? { type: "person" }
      : { type: "person", mayBeAgent: true };
  if (named === undefined || !here.includes(named)) return nobody("not-its-account", said);
  return { type: "agent", name: named.name, proof: "said" };
}

function onAgentsAccount(
  { said, isAboutHolding }: SpokenWords,
  named: Agent | undefined,
  here: readonly Agent[],
): Speaker {
  const isHere = named !== undefined && here.includes(named);
  if (isAboutHolding === true && said !== undefined && !isHere) return nobody("not-its-account", said);
  const [only] = here;
  if (only !== undefined && here.length === 1) return { type: "agent", name: only.name, proof: "account" };
  return isHere ? { type: "agent", name: named.name, proof: "said" } : { type: "agents" };
}

/** Its account is proof enough, so no signature is asked for. */
function isOneWithoutKey(here: readonly Agent[]): boolean {
  const [only] = here;
  return here.length === 1 && only !== undefined && only.keys.length === 0 && !only.withPerson;
}

function failureOf(proof: Proof): Unproven {
  if (proof.type === "none") return "unsigned";
  return proof.type === "failed" ? proof.why : "unknown-key";
}

function nobody(because: Unproven, name: string | undefined): Speaker {
  const plain = name?.toLowerCase();
  // The text gives the name, and reasons repeat it.
  return {
    type: "nobody",
    because,
    ...(plain !== undefined && agentNamePattern.test(plain) ? { name: plain } : {}),
  };
}

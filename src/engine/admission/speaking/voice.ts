/** Says who speaks in a comment, in an issue as it was created, and in an edit of it. */
import { splitEnvelope } from "../../../protocol/envelope/split-envelope.ts";
import type { Actor, CommentSeen } from "../../model/fact.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { proofOfBody, proofOfComment } from "./proof.ts";
import { type Speaker, type SpeakerContext, speakerOf, type Unproven } from "./speaker.ts";

/** An account, and who speaks with it. Without a speaker, it is whom the account belongs to. */
export interface Voice extends Pick<Actor, "id" | "login"> {
  readonly speaker?: Speaker | undefined;
}

/** What a command says of its speaker in addition to the comment's envelope. */
export interface SaidOfSpeaker {
  /** The name in `as ada`. */
  readonly said?: string | undefined;
  readonly isAboutHolding?: boolean;
}

export function voiceOfComment(
  record: IssueRecord,
  comment: CommentSeen,
  context: SpeakerContext,
  { said, isAboutHolding }: SaidOfSpeaker = {},
): Voice & { readonly speaker: Speaker } {
  const { id, login } = comment.author;
  const name = said ?? nameIn(comment.text);
  const words = { account: comment.author, said: name, proof: proofOfComment(record, comment) };
  return { id, login, speaker: speakerOf({ ...words, isAboutHolding }, context) };
}

function nameIn(text: string): string | undefined {
  const { envelope } = splitEnvelope(text);
  return envelope?.ok === true ? envelope.envelope.from : undefined;
}

/** Whose words an issue was when it was created; undefined if its account is gone. */
export function voiceOfAuthor(view: View, record: IssueRecord, context: SpeakerContext): Voice | undefined {
  const { author, signature, editor } = record.seen;
  if (author === undefined) return undefined;
  const { envelope } = record.reading.kind === undefined ? {} : record.reading;
  // The name in an edited text is its editor's, unless it was signed.
  const said = signature?.from ?? (editor === undefined ? envelope?.from : undefined);
  const speaker = speakerOf({ account: author, said, proof: proofOfBody(view, record) }, context);
  return { id: author.id, login: author.login, speaker };
}

/** An edit cannot be signed. */
export function voiceOfEditor({ id, login }: Pick<Actor, "id" | "login">, context: SpeakerContext): Voice {
  return { id, login, speaker: speakerOf({ account: { id, login }, proof: { type: "none" } }, context) };
}

/**
 * Whether the two write with one login. Wherever voices are counted, a login is one voice, whatever names and keys its
 * agents have: each of them holds the token that posts for all.
 */
export function isSameLogin(a: Pick<Voice, "id">, b: Pick<Voice, "id">): boolean {
  return a.id === b.id;
}

/** The key under which everything that is said with one login counts as one voice. */
export function keyOfLogin({ id }: Pick<Voice, "id">): string {
  return `account ${id}`;
}

/**
 * Whether the two are, or may be, the same speaker: only a key tells two on one login apart. It says who was shown what,
 * and never how many voices there are.
 */
export function isSameSpeaker(a: Voice, b: Voice): boolean {
  return keyOfSpeaker(a) === keyOfSpeaker(b);
}

function keyOfSpeaker(voice: Voice): string {
  return keyedName(voice) ?? keyOfLogin(voice);
}

/** What texts call them: the agent's name where the words or the settings say whose they are, otherwise the login. */
export function nameOfSpeaker({ login, speaker }: Voice): string {
  return speaker?.type === "agent" ? speaker.name : login;
}

/** What names a speaker whom a key tells from all others of the login: `agent ada`; undefined for everybody else. */
export function keyedName({ speaker }: Voice): string | undefined {
  return speaker?.type === "agent" && speaker.proof === "key" ? `agent ${speaker.name}` : undefined;
}

/** The same as a refusal, with what to do. */
export function refuseUnproven(because: Unproven, name: string | undefined): string {
  return `${unprovenReason(because, name)} Write it in a new comment as one of this account's agents, signed if that one has a key.`;
}

/** Why words without a speaker have no effect: a sentence for the ledger and for people. */
export function unprovenReason(because: Unproven, name: string | undefined): string {
  const who = name === undefined ? "The agents of this account" : `\`${name}\``;
  switch (because) {
    case "unsigned":
      return name === undefined
        ? "The agents of this account have keys and must sign, and this is not signed."
        : `${who} has a key and must sign, and this is not signed.`;
    case "malformed":
      return "Its signature cannot be read, its block lacks `from`, `id` or `until`, or the block does not end the text.";
    case "mismatch":
      return "Its signature is for another text, another place or another name.";
    case "expired":
      return "It was created after the time until which its signature counts.";
    case "too-early":
      return "It was created more than 15 minutes before the time until which its signature counts.";
    case "reused":
      return "An earlier text has the same `id` under this key.";
    case "edited":
      return "It was edited, and GitHub does not show the text that was signed.";
    case "unknown-key":
      return "It is signed by a key that no agent of the settings has.";
    case "other-name":
      return `It gives the name ${who}, and another agent's key signed it.`;
    case "not-its-account":
      return `${who} is no agent of this account.`;
  }
}

/** Finds the agent that wrote an issue or said something, to send it a note or to name it as a sender. */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { agentsAt } from "../../protocol/settings/agents/roster.ts";
import { type Voice, voiceOfAuthor } from "../admission/speaking/voice.ts";
import type { NoteSender } from "../model/note.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/**
 * The agents that may have written an issue. Where a person's account writes for its agents, the name in the
 * envelope says which; without one, it is the agent that holds a task that the issue is about. That proves
 * nothing, and a note needs no proof: it settles nothing.
 * @param about the tasks that the issue is about
 */
export function writersOf(
  { view, context }: Pick<RuleInput, "view" | "context">,
  record: IssueRecord,
  about: readonly IssueRecord[] = [],
): readonly string[] {
  const voice = voiceOfAuthor(view, record, context);
  if (voice?.speaker === undefined) return [];
  const { id, speaker } = voice;
  if (speaker.type === "agent") return [speaker.name];
  if (speaker.type === "nobody" || speaker.type === "coordinator") return [];
  const here = agentsAt(context.settings, id).map(({ name }) => name);
  const said = record.reading.kind === undefined ? undefined : record.reading.envelope?.from?.toLowerCase();
  if (said !== undefined && here.includes(said)) return [said];
  const holders = about.flatMap(({ persisted: { lease } }) =>
    lease !== undefined && isSameAccount(lease.holder.account, id) && lease.holder.agent !== undefined
      ? lease.holder.agent
      : [],
  );
  if (holders.length > 0) return [...new Set(holders)];
  return speaker.type === "agents" ? here : [];
}

/** The sender of an issue's text; undefined if no one is responsible for it. */
export function senderOf(
  { view, context }: Pick<RuleInput, "view" | "context">,
  record: IssueRecord,
): NoteSender | undefined {
  const voice = voiceOfAuthor(view, record, context);
  return voice === undefined ? undefined : senderIn(voice);
}

export function senderIn({ login, speaker }: Pick<Voice, "login" | "speaker">): NoteSender | undefined {
  if (speaker === undefined) return { name: login, proof: "person" };
  switch (speaker.type) {
    case "agent":
      return { name: speaker.name, proof: speaker.proof };
    case "agents":
      return { name: login, proof: "account" };
    case "person":
      return { name: login, proof: "person" };
    case "coordinator":
    case "nobody":
      return undefined;
  }
}

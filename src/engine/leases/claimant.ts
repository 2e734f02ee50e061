/** Works out for whom a claim or a release speaks. */
import { agentNamed, agentsAt } from "../../protocol/settings/agents/roster.ts";
import type { Speaker } from "../admission/speaking/speaker.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import type { AuthorityContext } from "../admission/trust.ts";
import type { Actor, CommentSeen } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import type { Holder } from "./holder.ts";
import type { Refusal } from "./refusal.ts";

export type Claimant = {
  readonly holder: Holder;
  /** Whether a person speaks, who may free what others hold. */
  readonly isPerson: boolean;
};

/** Who speaks in a comment about holding a task. */
export function claimantIn(
  record: IssueRecord,
  comment: CommentSeen,
  said: string | undefined,
  authority: AuthorityContext,
): Claimant | Refusal {
  const { speaker } = voiceOfComment(record, comment, authority, { said, isAboutHolding: true });
  return claimantFor(speaker, comment.author, authority);
}

function claimantFor(
  speaker: Speaker,
  { id, login, type }: Actor,
  { settings }: AuthorityContext,
): Claimant | Refusal {
  const isApp = type === "Bot" ? { isApp: true } : {};
  switch (speaker.type) {
    case "agent":
      return { holder: { agent: speaker.name, account: id, login, ...isApp }, isPerson: false };
    case "person":
      return { holder: { account: id, login }, isPerson: true };
    case "agents":
      return { type: "unnamed", names: agentsAt(settings, id).map(({ name }) => name) };
    case "coordinator":
    case "nobody":
      return { type: "unproven", name: speaker.type === "nobody" ? speaker.name : undefined };
  }
}

/** The agent of that name in the settings, with its login if something of the account was seen. */
export function holderNamed(view: View, name: string, { settings }: AuthorityContext): Holder | undefined {
  const agent = agentNamed(settings, name);
  if (agent === undefined) return undefined;
  const { account } = agent;
  const seen = [...view.records.values()].flatMap(({ seen: { assignees, author, comments } }) => [
    ...assignees,
    ...(author === undefined ? [] : [author]),
    ...comments.map((comment) => comment.author),
  ]);
  const actor = seen.find(({ id }) => id === account);
  return {
    agent: agent.name,
    account,
    ...(actor === undefined ? {} : { login: actor.login }),
    ...(actor?.type === "Bot" ? { isApp: true } : {}),
  };
}

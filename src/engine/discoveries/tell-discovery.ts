/** Announces a discovery that calls for action once to the assignees of each task that it concerns. */

import { isAdmitted } from "../admission/trust.ts";
import type { Actor } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import { assigneesOf } from "../model/people.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../model/rule.ts";
import { nameOfId } from "../wording/issue-name.ts";
import { fittingNotice } from "../wording/notice-size.ts";
import { actionableFor, type Found } from "./audience.ts";

export const tellDiscovery: ShowRule = { name: "tell-discovery", show };

function show(situation: Situation) {
  const { record } = situation;
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed" || !isAdmitted(record))
    return nothing;
  const over = [...record.memory.told, ...record.memory.unsaid];
  const news = actionableFor(situation, record).filter((found) => !over.includes(found.record.seen.id));
  return { wishes: news.flatMap((found) => tell(situation, found) ?? []) };
}

/**
 * The users to notify of a discovery: the task's assignees except its finder. A task without assignees shows
 * it in its brief.
 */
export function listenersFor(situation: Situation, { record }: Found): readonly Actor[] {
  return assigneesOf(situation).filter(({ id }) => id !== record.seen.author?.id);
}

function tell(situation: Situation, found: Found): Wish | undefined {
  const { record, discovery } = found;
  const { id, title, author } = record.seen;
  const people = listenersFor(situation, found);
  if (people.length === 0) return undefined;
  const data = {
    people: people.map(({ login }) => login),
    foundBy: author?.login,
    name: nameOfId(situation, id),
    title,
    action: discovery.actionNeeded,
    finding: discovery.finding,
  };
  const marker = formatCommentKey({ type: "discovery-notice", discoveryId: id });
  const { render } = situation.context;
  const text = fittingNotice((size) => render({ name: "discovery-told", data: { ...data, size } }));
  const effect = { type: "AddComment", marker, text } as const;
  const because = `${data.name} concerns it and asks to ${data.action}.`;
  const reason = { rule: tellDiscovery.name, because };
  return { slot: { type: "discovery-notice", id }, key: { type: "post", marker }, effect, reason };
}

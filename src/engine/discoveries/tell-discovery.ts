/** Announces a discovery that calls for action once to the assignees of each task that it concerns. */

import { isAdmitted } from "../admission/trust.ts";
import type { Actor } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import { assigneesOf } from "../model/people.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { fittingNotice } from "../wording/notice-size.ts";
import { actionableFor, type FoundDiscovery } from "./audience.ts";

export const tellDiscovery: ProjectionRule = { name: "tell-discovery", project };

function project(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed" || !isAdmitted(record))
    return nothing;
  const over = [...record.persisted.told, ...record.persisted.unsaid];
  const news = actionableFor(input, record).filter((found) => !over.includes(found.record.seen.id));
  return { effects: news.flatMap((found) => tell(input, found) ?? []) };
}

/**
 * The users to notify of a discovery: the task's assignees except its finder. A task without assignees shows
 * it in its brief.
 */
export function listenersFor(input: RuleInput, { record }: FoundDiscovery): readonly Actor[] {
  return assigneesOf(input).filter(({ id }) => id !== record.seen.author?.id);
}

function tell(input: RuleInput, found: FoundDiscovery): ProposedEffect | undefined {
  const { record, discovery } = found;
  const { id, title, author } = record.seen;
  const people = listenersFor(input, found);
  if (people.length === 0) return undefined;
  const data = {
    people: people.map(({ login }) => login),
    foundBy: author?.login,
    name: issueNameById(input, id),
    title,
    action: discovery.actionNeeded,
    finding: discovery.finding,
  };
  const marker = formatCommentKey({ type: "discovery-notice", discoveryId: id });
  const { render } = input.context;
  const text = fittingNotice((size) => render({ name: "discovery-notice", data: { ...data, size } }));
  const effect = { type: "AddComment", marker, text } as const;
  const because = `${data.name} concerns it and asks to ${data.action}.`;
  const reason = { rule: tellDiscovery.name, because };
  return { slot: { type: "discovery-notice", id }, key: { type: "post", marker }, effect, reason };
}

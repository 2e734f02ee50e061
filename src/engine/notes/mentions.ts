/** Finds the agents that comments mention, and whose mentions count. */
import type { Millis } from "../../base/clock.ts";
import { mentionsIn } from "../../protocol/references/mention.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { ActorToCheck } from "../admission/actors.ts";
import { trustOfAuthor } from "../commands/comments.ts";
import type { CommentSeen, NodeId, RepositoryId } from "../model/fact.ts";
import { newsMs } from "../model/note.ts";
import { nothing, type RuleInput, retryRead, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { agentsHere } from "./agents-here.ts";

/** How many mentions an issue's persisted state keeps. */
const kept = 50;

/** Decides once for each comment: a stranger's mention must not have a role looked up again and again. */
export const weighMentions: StateRule = { name: "weigh-mentions", updateState };

function updateState(input: RuleInput) {
  const { record, context } = input;
  const names = agentsHere(input).map(({ name }) => name);
  const weighed = unweighed(record, names, context.now).map((comment) => ({
    comment: comment.id,
    trust: trustOfAuthor(input, comment),
  }));
  if (weighed.length === 0) return nothing;
  const settled = weighed.flatMap(({ comment, trust }) =>
    trust === "unknown" ? [] : { comment, counts: trust === "trusted" },
  );
  const isOpen = settled.length < weighed.length;
  return {
    persisted: { ...record.persisted, mentions: [...record.persisted.mentions, ...settled].slice(-kept) },
    refreshes: isOpen ? [retryRead(record, "A commenter's role could not be read.")] : [],
  };
}

/** The newest comments that mention one of the agents, are still news, and were not weighed yet. */
function unweighed(record: IssueRecord, names: readonly string[], now: Millis): readonly CommentSeen[] {
  const known = new Set(record.persisted.mentions.map(({ comment }) => comment));
  const recent = record.seen.comments.filter(({ createdAt }) => createdAt > now - newsMs);
  const all = recent.filter(({ text }) => mentionsIn(text).some((name) => names.includes(name)));
  return all.slice(-kept).filter(({ id }) => !known.has(id));
}

/** Authors of mentions, whose roles must be known before the mentions count. */
export function actorsOfMentions(
  view: View,
  ids: readonly NodeId[],
  settingsOf: (repositoryId: RepositoryId) => Settings,
  now: Millis,
): readonly ActorToCheck[] {
  return ids.flatMap((id) => {
    const record = view.records.get(id);
    if (record === undefined || record.reading.kind === undefined) return [];
    const { repositoryId } = record.seen;
    const context = { settings: settingsOf(repositoryId) };
    const names = agentsHere({ view, context }).map(({ name }) => name);
    return unweighed(record, names, now).map(({ author }) => ({
      repositoryId,
      actorId: author.id,
      login: author.login,
    }));
  });
}

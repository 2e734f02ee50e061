/**
 * Posts one comment when nothing blocks a task any more, to its assignees or, without any, to the askers of
 * what blocked it, and one more for each decision that changes after that.
 */

import { isAdmitted } from "../admission/trust.ts";
import type { Blocker } from "../blocking/blocker.ts";
import { unblockNoticeKey } from "../messages/unblock-notices.ts";
import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { fittingNotice } from "../wording/notice-size.ts";
import { unblockNotice } from "./unblock-notice.ts";
import { waiversSinceLastNotice } from "./waivers.ts";

export const postUnblockNotice: ProjectionRule = { name: "wake-waiting", project };

function project(input: RuleInput) {
  const { record, context } = input;
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed" || !isAdmitted(record))
    return nothing;
  const news = unblockNotice(input);
  if (news === undefined || news.people.length === 0) return nothing;
  const people = news.people.map(({ login }) => login);
  const { id, isChange, because } = news;
  const waivers = isChange ? [] : waiversSinceLastNotice(input);
  const start = `signalbox brief ${record.seen.number}`;
  const data = { people, isChange, waivers, start, ...endingsOf(news.ended) };
  const text = fittingNotice((size) => context.render({ name: "wake", data: { ...data, size } }));
  const marker = unblockNoticeKey(id);
  const effect = { type: "AddComment", marker, text } as const;
  const reason = { rule: postUnblockNotice.name, because };
  return { effects: [{ slot: { type: "unblock-notice" }, key: { type: "post", marker }, effect, reason }] };
}

function endingsOf(ended: readonly Blocker[]) {
  const settled = ended.filter(({ verdict }) => verdict === "settled");
  return {
    settled: settled.map(({ name, title, decision, decidedBy, editedBy, because, whole, replaced }) => ({
      name,
      title,
      decision,
      decidedBy,
      editedBy,
      because,
      whole,
      replaced,
    })),
    withdrawn: ended.filter(({ verdict }) => verdict === "withdrawn").map(({ name }) => name),
  };
}

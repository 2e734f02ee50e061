/**
 * Where a person decides whose login agents use. It is said once in reply on an issue; after that its status says it, so
 * that an agent that goes on commenting makes no further noise.
 */
import type { PageLine } from "../../protocol/text/lines.ts";
import { parseCommentKey } from "../model/keys/comment-key.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { repositoryOf } from "../model/view.ts";

/** The page of this issue; without an address where no server lets people sign in. */
export function pageLine({ view, record, context }: RuleInput): PageLine {
  const { owner, name } = repositoryOf(view, record) ?? {};
  const isKnown = context.pages !== undefined && owner !== undefined && name !== undefined;
  return isKnown ? { address: `${context.pages}/issues/${owner}/${name}/${record.seen.number}` } : {};
}

/** Whether a reply on the issue said so. */
export function namesPage({ seen }: Pick<IssueRecord, "seen">): boolean {
  return seen.own.some(({ key: written }) => {
    const key = parseCommentKey(written);
    return key?.type === "reply" && key.namesPage === true;
  });
}

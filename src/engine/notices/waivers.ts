/**
 * Finds who decided that a task continues without a blocker: by deciding an escalation, or by `/unblock`. The
 * unblock notice says so, as that is what the assignees read.
 */
import { parseRefs } from "../../protocol/references/ref.ts";
import { escalationsAbout } from "../asking/escalations-about.ts";
import { decidedAction } from "../asking/option-action.ts";
import { unblockNoticesAmong } from "../messages/unblock-notices.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { fullTextPlace, issueNameById } from "../wording/issue-name.ts";

type Waiver = PersistedState["waivers"][number] & Pick<WaiverLine, "because" | "whole">;

/** As an unblock notice shows it. */
export interface WaiverLine {
  readonly name: string;
  /** A login. */
  readonly by: string;
  /** Empty if no reason was given. */
  readonly because: string;
  /** Where the full reason is. */
  readonly whole?: string;
}

/** Decisions since the last notice, oldest first. */
export function waiversSinceLastNotice(input: RuleInput): readonly WaiverLine[] {
  const { record } = input;
  const lastNoticeAt = Math.max(
    ...unblockNoticesAmong(record.seen.own).map(({ createdAt }) => createdAt),
    -Infinity,
  );
  const commanded = record.persisted.waivers.map((each): Waiver => ({ ...each, because: "" }));
  return [...commanded, ...decidedAbout(input)]
    .filter(({ of, at }) => at > lastNoticeAt && !waitsFor(record, of))
    .sort((a, b) => a.at - b.at)
    .map(({ of, by, because, whole }) => ({
      name: nameFrom(input, of),
      by,
      because,
      ...(whole === undefined ? {} : { whole }),
    }));
}

/** A user may have restored the relation since. */
function waitsFor({ seen }: IssueRecord, of: string): boolean {
  return seen.blockedBy.issues.some(({ id }) => id === of);
}

function decidedAbout(input: RuleInput): readonly Waiver[] {
  const { view, record } = input;
  return escalationsAbout(view, record.seen.id).flatMap((escalation) => {
    const { decided } = escalation.persisted;
    const action = decidedAction(view, escalation);
    if (decided === undefined || action?.do !== "cut" || action.blocked !== record.seen.id) return [];
    if (action.blocker === "") return [];
    const of = action.blocker;
    const { by, at, because, commentNumber } = decided;
    return {
      of,
      by: by.login,
      at,
      because,
      whole: fullTextPlace(view, record, escalation, { commentNumber }),
    };
  });
}

function nameFrom(input: RuleInput, of: string): string {
  const isName = !input.view.records.has(of) && parseRefs(of).length > 0;
  return isName ? of : issueNameById(input, of);
}

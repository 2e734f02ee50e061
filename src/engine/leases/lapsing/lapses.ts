/**
 * Counts lapses in a row. A task on which agents crash again and again is put before people, or it would go
 * on for ever.
 */
import { shorten } from "../../../protocol/render/shorten.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { isPerson } from "../../admission/authority.ts";
import { escalationsAbout } from "../../asking/escalations-about.ts";
import { decidedAction } from "../../asking/option-action.ts";
import type { EscalationDraft } from "../../asking/trigger.ts";
import { handoversAtHome } from "../../handovers/handovers.ts";
import { openingReasonOf } from "../../messages/opening-reason.ts";
import type { PersistedState } from "../../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import type { View } from "../../model/view.ts";
import { issueNameById, repositoryFullName } from "../../wording/issue-name.ts";
import type { Lease } from "../holder.ts";

type Lapses = NonNullable<PersistedState["lapses"]>;

/** The consecutive lapses including `lease`; undefined if its holder had handed something over. */
export function lapsesWith({ view, record, context }: RuleInput, lease: Lease): Lapses | undefined {
  if (handoversAtHome(view, record).some(({ seen }) => seen.createdAt >= lease.since)) return undefined;
  const count = (record.persisted.lapses?.count ?? 0) + 1;
  const isSetAside = count >= context.settings.leases.lapses;
  return { count, token: lease.token, at: context.now, ...(isSetAside ? { isSetAside } : {}) };
}

/** Offers the task again once a person has decided so, assigned someone, or reopened it. */
export const offerAgain: StateRule = { name: "offer-again", updateState };

function updateState({ view, record, context }: RuleInput) {
  const { lapses, ...rest } = record.persisted;
  if (lapses?.isSetAside !== true || context.isPassive === true) return nothing;
  const isAssigned = (record.seen.assignments ?? []).some(
    ({ by, at }) => at > lapses.at && by !== undefined && isPerson({ id: by, login: "" }, context),
  );
  const isReopened = (record.seen.reopenedAt ?? 0) > lapses.at;
  const isOffered = choiceAbout(view, record, lapses)?.choice === "again";
  return isAssigned || isReopened || isOffered ? { persisted: rest } : nothing;
}

/** A person's decision about the task after its last lapse. */
export function choiceAbout(view: View, { seen }: IssueRecord, { token }: Lapses) {
  return escalationsAbout(view, seen.id)
    .flatMap((escalation) => {
      const reason = openingReasonOf(view, escalation);
      const { decided } = escalation.persisted;
      if (decided === undefined || reason?.type !== "lapsed" || reason.token !== token) return [];
      const action = decidedAction(view, escalation);
      return action?.do === "offer" ? [{ choice: action.choice, by: decided.by, escalation }] : [];
    })
    .at(-1);
}

const choices = ["again", "assign", "close"] as const;
const texts: Readonly<Record<(typeof choices)[number], string>> = {
  again: "Offer it again.",
  assign: "Offer it to nobody until a person assigns someone.",
  close: "Close it as not planned.",
};

/** Asks what becomes of a task that agents leave again and again. */
export function lapsedTooOften(input: RuleInput): readonly EscalationDraft[] {
  const { lapses, lease } = input.record.persisted;
  const { id, title, issueState } = input.record.seen;
  if (lapses?.isSetAside !== true || lease !== undefined || issueState.state === "closed") return [];
  const regarding = issueNameById(input, id);
  const question = `What should become of "${shorten(bareTitle(title), 40)}"?`;
  return [
    {
      openingReason: { type: "lapsed", token: lapses.token },
      title: question,
      because: `Leases that lapsed in a row, without a handover: ${lapses.count}.`,
      actions: choices.map((choice) => ({ do: "offer", choice })),
      data: {
        reason: "lapsed",
        regarding,
        title,
        urgency: "important",
        words: "",
        options: choices.map((choice, index) => ({ number: index + 1, text: texts[choice] })),
        question,
        home: repositoryFullName(input),
        takesOptionsOnly: true,
        blocker: undefined,
        edges: [],
        explain: `signalbox explain ${regarding.replace(/^#/, "")}`,
        waiting: [{ name: regarding, title }],
      },
    },
  ];
}

/**
 * Triggers an escalation for an accepted handover whose pull request only a person can get merged: GitHub
 * refuses it, or something is missing that nothing in progress will provide. Each commit is asked about once.
 */

import { unreachable } from "../../../base/errors.ts";
import { codeSpan, formatCount } from "../../../handover/check.ts";
import { shorten } from "../../../protocol/render/shorten.ts";
import type { TitledLine } from "../../../protocol/text/lines.ts";
import { bareTitle } from "../../../protocol/title.ts";
import { mayShow } from "../../admission/privacy.ts";
import { escalationsAbout } from "../../asking/escalations-about.ts";
import { mergeChoices } from "../../asking/option-action.ts";
import type { EscalationDraft } from "../../asking/trigger.ts";
import { bindReferral } from "../../matters/bind-word.ts";
import { openingReasonOf } from "../../messages/opening-reason.ts";
import type { OpeningReason } from "../../model/keys/issue-key.ts";
import { formatOutcomeKey, type OutcomeKey } from "../../model/keys/outcome-key.ts";
import type { MergeDecision } from "../../model/persisted-state.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord, Refusal } from "../../model/snapshot.ts";
import { recordOf, type View } from "../../model/view.ts";
import { issueName, issueNameById, repositoryFullName } from "../../wording/issue-name.ts";
import { currentAcceptance, handoverIn } from "../handovers.ts";
import { landingGroup } from "../landing/group.ts";
import { landingWait } from "../landing/landing-wait.ts";
import { mergeProgress } from "./merging.ts";

export function unmergedEscalations(input: RuleInput): readonly EscalationDraft[] {
  const state = mergeProgress(input);
  const commit = currentAcceptance(input.record)?.commit;
  if (state === undefined || commit === undefined) return [];
  switch (state.type) {
    case "under way":
      return [];
    case "landing": {
      const { blockers, askAt } = state;
      if (blockers.length === 0 || input.context.now < askAt) return [];
      const because = "Nothing can be merged where a task is that lands together with it.";
      const found = {
        ...unmergedAt(input, commit, "landing"),
        because,
        blockers,
        words: "",
        reason: "landing",
      } as const;
      return [draftEscalation(input, found)];
    }
    case "due":
      return refusedEscalations(input, state.key, commit);
    case "stuck": {
      const { blockers, askAt } = state;
      const because = `Nothing in progress will make ${commit.slice(0, 7)} mergeable.`;
      const found = { ...unmergedAt(input, commit), because, blockers, words: "" };
      return input.context.now < askAt ? [] : [draftEscalation(input, found)];
    }
    default:
      return unreachable(state);
  }
}

/** A commit is asked about again only after a person refused it, or after an edit: no word about another text counts. */
function unmergedAt(
  { view, record }: RuleInput,
  commit: string,
  about?: "landing",
): { readonly openingReason: OpeningReason } {
  const { merging } = record.persisted;
  const wasRefused = merging?.commit === commit && merging.choice === "refuse";
  const before = wasRefused ? merging.escalation : askedBeforeEdit(view, record, commit, about);
  return { openingReason: openingReasonFor(commit, before, about) };
}

/** The number of the last escalation about this commit and another text of the handover. */
function askedBeforeEdit(
  view: View,
  record: IssueRecord,
  commit: string,
  about: "landing" | undefined,
): number | undefined {
  const numbers = escalationsAbout(view, record.seen.id).flatMap((escalation) => {
    const reason = openingReasonOf(view, escalation);
    const isOfThis = reason?.type === "unmerged" && reason.commit === commit && reason.about === about;
    return isOfThis && bindReferral(record, escalation).type === "changed" ? escalation.seen.number : [];
  });
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/**
 * A person's decision ends once the handover is edited; if GitHub still refuses after "try again", that is a
 * new reason.
 */
function openingReasonFor(commit: string, before: number | undefined, about?: "landing"): OpeningReason {
  return {
    type: "unmerged",
    commit,
    ...(about === undefined ? {} : { about }),
    ...(before === undefined ? {} : { after: before }),
  };
}

function refusedEscalations(
  input: RuleInput,
  outcome: OutcomeKey,
  commit: string,
): readonly EscalationDraft[] {
  const { view, record } = input;
  const { id } = record.seen;
  const refusal = (view.refusals.get(id) ?? []).find(({ key }) => key === formatOutcomeKey(id, outcome));
  if (refusal === undefined) return [];
  const { merging } = record.persisted;
  const before =
    merging?.commit === commit ? merging.escalation : askedBeforeEdit(view, record, commit, undefined);
  const openingReason = openingReasonFor(commit, before);
  const because = `GitHub permanently refused to merge ${commit.slice(0, 7)}.`;
  const blockers = [...permissionHints(refusal.message), ...triesOf(refusal)];
  return [draftEscalation(input, { openingReason, because, blockers, words: refusal.message })];
}

/** GitHub also refuses for a moment, so a person has to know that this was waited for. */
function triesOf({ tried }: Refusal): readonly string[] {
  if (tried === undefined) return [];
  const seconds = formatCount(Math.max(1, Math.round(tried.forMs / 1000)), "second");
  return [`signalbox tried it ${tried.times} times within ${seconds}.`];
}

type Reason = "unmerged" | "landing";

const refused = "The handover is refused, for the reason given after `because`.";
const texts: Readonly<Record<Reason, Readonly<Record<MergeDecision["choice"], string>>>> = {
  unmerged: {
    try: "signalbox tries again now.",
    leave: "People merge it by hand; it counts as accepted.",
    refuse: refused,
  },
  landing: {
    try: "It waits, and is merged with the others as soon as nothing is in the way.",
    leave: "People merge it by hand, without the others; it counts as accepted.",
    refuse: refused,
  },
};

/** The permissions that GitHub's words say the App lacks. */
function permissionHints(message: string): readonly string[] {
  if (message.includes("Resource not accessible by integration"))
    return [
      `The App may not write contents or merge queues here. ${codeSpan("signalbox setup --with-contents")} registers one that may.`,
    ];
  // GitHub's words: "refusing to allow a GitHub App to create or update workflow … without `workflows` permission".
  if (/create or update workflow/i.test(message))
    return [
      `The App may not change workflow files here, as the merge would. ${codeSpan("signalbox setup --with-contents --with-workflows")} registers one that may.`,
    ];
  return [];
}

interface Found {
  readonly openingReason: OpeningReason;
  readonly because: string;
  readonly blockers: readonly string[];
  /** GitHub's. */
  readonly words: string;
  /** `landing`: it is ready itself, and what is in the way is in another repository. */
  readonly reason?: Reason;
}

function draftEscalation(
  input: RuleInput,
  { openingReason, because, blockers, words, reason = "unmerged" }: Found,
): EscalationDraft {
  const { id, title } = input.record.seen;
  const regarding = issueNameById(input, id);
  const mergeBlockers = [...blockers, ...alreadyLanded(input)];
  const number = input.record.evidence?.pullRequest?.number;
  const pullRequest = number === undefined ? undefined : `#${number}`;
  const name = `${pullRequest ?? "the pull request"} "${shorten(bareTitle(title), 36)}"`;
  const question =
    reason === "landing" ? `Should ${name} wait for what it lands with?` : `How should ${name} be merged?`;
  return {
    openingReason,
    title: question,
    because,
    actions: mergeChoices.map((choice) => ({ do: "merge", choice })),
    data: {
      reason,
      regarding,
      title,
      urgency: "important",
      words,
      mergeBlockers,
      options: mergeChoices.map((choice, index) => ({ number: index + 1, text: texts[reason][choice] })),
      question,
      home: repositoryFullName(input),
      pullRequest,
      takesOptionsOnly: true,
      blocker: undefined,
      edges: [],
      waiting: heldUp(input),
    },
  };
}

/** How many a text names. */
const named = 20;

/** What waits for the task of this handover, or for one that lands with it. */
function heldUp({ view, record }: RuleInput): readonly TitledLine[] {
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  if (task === undefined) return [];
  const { members } = landingGroup(view, task);
  const together = new Set(members.map(({ seen }) => seen.id));
  const linked = members.flatMap(({ seen }) => seen.blocking.issues);
  return [...new Map(linked.map((issue) => [issue.id, issue])).values()]
    .filter(({ id, issueState }) => issueState.state === "open" && !together.has(id))
    .filter((issue) => mayShow(view, record, issue))
    .slice(0, named)
    .map((issue) => ({ name: issueName(record, issue), title: issue.title }));
}

/** What the person has to know who decides about the rest of a group. */
function alreadyLanded(input: RuleInput): readonly string[] {
  const { landed, size } = landingWait(input, "mergeable");
  if (landed.length === 0) return [];
  const names = landed.map(codeSpan).join(", ");
  const [are, them] = landed.length === 1 ? ["is", "it"] : ["are", "them"];
  return [
    `${landed.length} of the ${size} tasks that land together ${are} merged already: ${names}. To take ${them} back, revert the pull request of each.`,
  ];
}

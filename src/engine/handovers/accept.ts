/**
 * Handles `/accept`: a person accepts a handover despite the verdict. Write access is not enough: the author
 * of the work has that, and agents with a person's role are still agents.
 */
import type { AcceptCommand } from "../../protocol/commands/accept.ts";
import type { NamedText } from "../../protocol/commands/text-name.ts";
import { roleLadder } from "../../protocol/settings/policy.ts";
import { denyComment, isPerson } from "../admission/authority.ts";
import { whyNoDecider } from "../admission/deciders.ts";
import { mayBeOwnAgents } from "../admission/own-words.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { isAdmitted } from "../admission/trust.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, refuse, refuseRuling } from "../commands/order.ts";
import { settledBy } from "../matters/settled-by.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { roleIn } from "../model/snapshot.ts";
import { recordOf } from "../model/view.ts";
import { refreshAccepted } from "./completion.ts";
import { currentAcceptance, handoverIn, settledWork } from "./handovers.ts";
import { isWorkLookedAt } from "./note-work.ts";

export const accept: CommandAction<AcceptCommand & NamedText> = (input, command, comment) => {
  const { view, record, context } = input;
  const { because } = command;
  const { id, author } = comment;
  const handover = handoverIn(record);
  if (record.reading.kind !== "handover")
    return refuse("This issue is not a handover. Comment it on the handover.");
  if (handover === undefined || !isAdmitted(record))
    return refuse("The handover cannot be read yet. Fix its body first, as its status comment shows.");
  if (record.persisted.settled?.word === id) return { type: "done" };
  const role = roleIn(view, record.seen.repositoryId, author.id);
  const needed = context.settings.handovers.accept;
  const by = voiceOfComment(record, comment, context);
  if (!isPerson(by, context) || rank(role) < rank(needed))
    return refuse(`It takes a person with the role \`${needed}\` or above. Ask one of them.`);
  const unknown = whyNoDecider(by, role, context.settings);
  if (unknown !== undefined) return refuse(unknown);
  if (mayBeOwnAgents(view, record, by)) return refuseRuling(denyComment(by));
  const task = recordOf(view, record, handover.completes);
  if (currentAcceptance(record) !== undefined)
    return refuse("The handover has already been accepted, so there is nothing left to do.");
  if (record.seen.issueState.state === "closed") return refuse("It is closed. Reopen it to accept it.");
  if (record.evidence === undefined) return { type: "elsewhere" };
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const moved = command.workHash === undefined ? whyMoved(input, comment) : undefined;
  if (moved !== undefined) return refuse(moved);
  const row = `role ${role}; the settings ask for ${needed}`;
  const settled = {
    ...settledWork(record, context.settings),
    version: binding.text,
    ...settledBy(comment),
    at: context.now,
    because,
    row,
  };
  const refreshes = task === undefined ? [] : [refreshAccepted(task)];
  return {
    type: "done",
    persisted: { ...record.persisted, ...withoutRefusal(record.persisted), settled },
    refreshes,
  };
};

/** Why the word may be about other work than its pull request has now; undefined if that stood there before it. */
function whyMoved(
  { record: { evidence, persisted } }: RuleInput,
  { createdAt }: CommentSeen,
): string | undefined {
  const pull = evidence?.pullRequest;
  const { looked } = persisted;
  // Where nothing was looked at before, nothing else was there to be accepted.
  if (pull === undefined || looked === undefined) return undefined;
  if (isWorkLookedAt(looked, pull) && looked.at < createdAt) return undefined;
  return `Its pull request had other commits or another base when you wrote: it is now \`${pull.headSha.slice(0, 10)}\` for \`${pull.baseRef}\`. Look at that, and accept it again.`;
}

/** Overrides an earlier decision not to merge. */
function withoutRefusal({ merging }: PersistedState): Pick<PersistedState, "merging"> {
  return merging?.choice === "refuse" ? { merging: { ...merging, choice: "try" } } : {};
}

function rank(role: string): number {
  const ladder: readonly string[] = roleLadder;
  return ladder.indexOf(role);
}

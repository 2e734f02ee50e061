/**
 * Handles `/approve` on the issue that asks about a settings file: binds the file and its commit, by the
 * hash. Never read the pending settings here: they could let their own author approve them.
 */
import type { AnswerCommand } from "../../protocol/commands/answer.ts";
import type { ApproveCommand } from "../../protocol/commands/approve.ts";
import type { DecideCommand } from "../../protocol/commands/decide.ts";
import { denyComment, isPerson } from "../admission/authority.ts";
import { whyNoDecider } from "../admission/deciders.ts";
import { voiceOfComment } from "../admission/speaking/voice.ts";
import { bindComment } from "../commands/bind-comment.ts";
import { type CommandAction, type CommandOutcome, refuse, refuseRuling } from "../commands/order.ts";
import { escalationState } from "../escalations/escalation-state.ts";
import { settledBy } from "../matters/settled-by.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { SettingsVersion } from "../model/keys/issue-key.ts";
import type { RuleInput } from "../model/rule.ts";
import { roleIn } from "../model/snapshot.ts";
import { entitlementOf } from "./entitlement.ts";

export const approveSettings: CommandAction<ApproveCommand> = (input, command, comment) => {
  const asked = settingsAskedBy(input.record);
  return asked === undefined ? { type: "elsewhere" } : approved(input, { command, asked, comment });
};

interface Approval {
  readonly command: ApproveCommand;
  readonly asked: SettingsVersion;
  readonly comment: CommentSeen;
}

function approved(input: RuleInput, { command, asked, comment }: Approval): CommandOutcome {
  const { view, record, context } = input;
  const { id, author } = comment;
  if (record.persisted.approved?.word === id) return { type: "done" };
  const state = escalationState(view, record);
  if (state.type === "approved")
    return refuse("They are approved and in effect, so there is nothing left to do.");
  if (state.type === "obsolete")
    return refuse("The settings file has changed since. See the newer issue about it.");
  if (state.type !== "open") return refuse("It is closed. Reopen it, and approve again.");
  // This issue is about one file for ever, so eight digits choose nothing here: they have to agree.
  if (!asked.hash.startsWith(command.hash))
    return refuse(`That is not the hash of this file. Approve it by \`/approve ${asked.hash}\`.`);
  const role = roleIn(view, record.seen.repositoryId, author.id);
  const by = voiceOfComment(record, comment, context);
  if (by.speaker.type === "person" && by.speaker.mayBeAgent === true) return refuseRuling(denyComment(by));
  const unknown = whyNoDecider(by, role, context.settings);
  if (unknown !== undefined) return refuse(unknown);
  const isPersons = isPerson(by, context);
  const entitlement = isPersons ? entitlementOf(author, role, context) : "no";
  if (entitlement === "unknown") return { type: "elsewhere" };
  if (entitlement === "no")
    return refuse(
      "Under the current settings, only a person with the role admin or maintain can change them. Ask one of them to approve it.",
    );
  const binding = bindComment(input, comment, command);
  if (binding.type === "refused") return binding.outcome;
  const approved = { ...settledBy(comment), version: binding.text, file: asked.hash };
  return { type: "done", persisted: { ...record.persisted, approved } };
}

/** Neither `/answer` nor `/decide` makes settings effective. */
export const refuseDecision: CommandAction<AnswerCommand | DecideCommand> = ({ record }) => {
  const hash = settingsAskedBy(record)?.hash ?? "";
  return refuse(
    `Settings are approved or replaced, not decided: comment \`/approve ${hash}\`, or push a different file to the default branch.`,
  );
};

/**
 * `/approve` on the issue that asks about a settings file: it binds the file and its commit, by the hash. Never looks at
 * the settings that wait: they could let their own author approve them.
 */
import type { ApproveCommand } from "../../protocol/commands/approve.ts";
import { escalationStanding } from "../escalations.ts";
import type { CommentSeen } from "../fact.ts";
import type { SettingsAsked } from "../issue-key.ts";
import type { Situation } from "../rule.ts";
import { entitlementOf } from "../settings-authority.ts";
import { roleIn } from "../snapshot.ts";
import { type Outcome, refused } from "./order.ts";

interface Approving {
  readonly command: ApproveCommand;
  readonly asked: SettingsAsked;
  readonly comment: CommentSeen;
}

export function approveSettings(situation: Situation, { command, asked, comment }: Approving): Outcome {
  const { view, record, context } = situation;
  const { id, author, createdAt } = comment;
  if (record.memory.approved?.comment === id) return { type: "done" };
  const standing = escalationStanding(view, record);
  if (standing.is === "approved") return refused("They are approved, and in force.");
  if (standing.is === "moot")
    return refused("The settings file changed since. Look at the newer issue that asks about it.");
  if (standing.is !== "open") return refused("It is closed. Reopen it, and approve again.");
  if (!asked.hash.startsWith(command.hash))
    return refused(
      `That is not the hash of this file. Approve it by \`/approve ${asked.hash.slice(0, 8)}\`.`,
    );
  const role = roleIn(view, record.seen.repositoryId, author.id);
  const entitlement = entitlementOf(author, role, context);
  if (entitlement === "unknown") return { type: "elsewhere" };
  if (entitlement === "no")
    return refused(
      "Only a person with the role admin or maintain changes the settings, by the settings that are in force now.",
    );
  const approved = { comment: id, by: { id: author.id, login: author.login }, createdAt };
  return { type: "done", memory: { ...record.memory, approved } };
}

/** Why no other command settles it. */
export function onlyApproved({ hash }: SettingsAsked): Outcome {
  return refused(
    `Settings are approved or replaced, not decided: comment \`/approve ${hash.slice(0, 8)}\`, or bring another file to the default branch.`,
  );
}

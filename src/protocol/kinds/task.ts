/**
 * The task kind: the unit of work. It stores no state: a task's state is derived from the issue and its
 * blockers.
 */

import type { Ref } from "../references/ref.ts";
import { skillName } from "../section-values/skill-name.ts";
import {
  type CheckItem,
  checklist,
  choice,
  freeText,
  line,
  list,
  ref,
  refs,
} from "../sections/section-types.ts";
import { type Kind, row, within } from "./kind.ts";

export const taskPriorities = ["p0", "p1", "p2", "p3"] as const;

export interface Task {
  readonly kind: "task";
  readonly goal: string;
  readonly acceptance: readonly CheckItem[];
  readonly blockedBy: readonly Ref[];
  /** The space that it is a part of. */
  readonly partOf?: Ref | undefined;
  /** Tasks whose pull requests are merged together with its own; absent if an earlier release read it. */
  readonly together?: readonly Ref[] | undefined;
  readonly track?: string | undefined;
  /** `p0` is the most urgent. */
  readonly priority?: (typeof taskPriorities)[number] | undefined;
  /** Globs of the files that the work will touch. */
  readonly files: readonly string[];
  /** Capabilities that the assignee must have. */
  readonly requires: readonly string[];
  /** The name of a skill in the repository, which its agent is to work by. */
  readonly skill?: string | undefined;
}

const goal = freeText({
  label: "Goal",
  aliases: ["Objective"],
  required: true,
  hint: "What will be true when this is done, in a sentence or two.",
});
const acceptance = checklist({
  label: "Acceptance",
  aliases: ["Acceptance criteria"],
  hint: "A checklist: `- [ ] The tests pass`.",
});
const blockedBy = refs({
  label: "Blocked by",
  aliases: ["Depends on"],
  hint: "Issues that must be completed first: `#12, owner/repo#3`.",
});
const partOf = ref({ label: "Part of", aliases: ["Space"], hint: "The space that it belongs to: `#5`." });
const together = refs({
  label: "Together with",
  aliases: ["Lands with"],
  hint: "Tasks whose pull requests have to be merged together with this one's: `#12, owner/repo#3`.",
});
const track = line({ label: "Track", hint: "The stream of work this belongs to, such as `backend`." });
const priority = choice({ label: "Priority", hint: "`p0` is the most urgent." }, taskPriorities);
const files = list({
  label: "Files",
  hint: "Globs of the files it will touch, one per line: `src/auth/**`.",
});
const requires = list({ label: "Requires", hint: "Capabilities it needs, one per line: `typescript`." });
const skill = skillName({ label: "Skill", hint: "A skill of this repository to work by: `release-notes`." });

export const task: Kind<Task> = {
  name: "task",
  description: "A unit of work, with its goal and what it waits for",
  prefix: "Task:",
  nativeType: "Task",
  nativeTypeIsShipped: true,
  sections: [goal, acceptance, blockedBy, together, partOf, track, priority, files, requires, skill],
  read: (sheet) => {
    const wanted = sheet.take(goal);
    const waitsFor = sheet.takeOr(blockedBy, []);
    const landsWith = sheet.takeOr(together, []);
    const extra = {
      acceptance: sheet.takeOr(acceptance, []) ?? [],
      partOf: sheet.takeOr(partOf, undefined),
      track: sheet.takeOr(track, undefined),
      priority: sheet.takeOr(priority, undefined),
      files: sheet.takeOr(files, []) ?? [],
      requires: sheet.takeOr(requires, []) ?? [],
      skill: sheet.takeOr(skill, undefined),
    };
    // A task whose blockers cannot be read must not look as if it had none, nor be merged alone.
    if (wanted === undefined || waitsFor === undefined || landsWith === undefined) return undefined;
    return { kind: "task", goal: wanted, blockedBy: waitsFor, together: landsWith, ...extra };
  },
  write: (message) => [
    row(goal, message.goal),
    row(acceptance, message.acceptance),
    row(blockedBy, message.blockedBy),
    row(together, message.together),
    row(partOf, message.partOf),
    row(track, message.track),
    row(priority, message.priority),
    row(files, message.files),
    row(requires, message.requires),
    row(skill, message.skill),
  ],
  mirroredLabels: (message) => (message.track === undefined ? [] : [`track:${message.track}`]),
  named: (message) => [
    ...within(blockedBy, message.blockedBy, { edge: "waits" }),
    ...within(partOf, message.partOf === undefined ? [] : [message.partOf], { kind: "space" }),
    ...within(together, message.together ?? []),
  ],
  blocksTasks: false,
};

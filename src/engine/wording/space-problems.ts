/** Says what keeps a task out of the space that its text names, and what its author can do about it. */
import { unreachable } from "../../base/errors.ts";
import type { Problem } from "../../protocol/kinds/kind.ts";
import { formatRef, type Ref } from "../../protocol/references/ref.ts";
import { mayShow } from "../admission/privacy.ts";
import { maxParts, membershipOf, spaceNamed } from "../messages/membership.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, repositoryNamed } from "../model/view.ts";
import { issueName } from "./issue-name.ts";

export function problemWithSpace(
  input: Pick<RuleInput, "view" | "record">,
  ref: Ref,
  section: string,
): Problem | undefined {
  const { view, record } = input;
  const name = formatRef(ref);
  if (repositoryNamed(view, record, ref)?.id !== record.seen.repositoryId)
    return {
      section,
      message: `\`${name}\` is in another repository, and a space has tasks of its own only.`,
    };
  if (recordOf(view, record, ref) === undefined)
    return { section, message: `There is no issue \`${name}\` here.` };
  const space = spaceNamed(view, record);
  if (space === undefined)
    return { section, message: `\`${name}\` is not a space.`, fix: "Name an issue of the kind space." };
  const found = hindrance(input, space, name);
  return found && { section, ...found };
}

function hindrance(
  input: Pick<RuleInput, "view" | "record">,
  space: IssueRecord,
  name: string,
): Omit<Problem, "section"> | undefined {
  const { view, record } = input;
  const membership = membershipOf(view, record, space);
  switch (membership.type) {
    case "belongs":
    case "due":
      return undefined;
    case "full":
      return {
        message: `\`${name}\` is full: GitHub takes ${maxParts} sub-issues.`,
        fix: "Open another space for it, or remove a sub-issue there.",
      };
    case "removed":
      return {
        message: `It was removed from \`${name}\` there, and a text adds it only once.`,
        fix: `Leave this section empty, or add it as a sub-issue of \`${name}\` again.`,
      };
    case "elsewhere": {
      const { parent } = membership;
      const other = mayShow(view, record, parent) ? `\`${issueName(record, parent)}\`` : "another issue";
      return {
        message: `It is a sub-issue of ${other} already, and GitHub allows one parent.`,
        fix: `Remove it there to have it in \`${name}\`, or leave this section empty.`,
      };
    }
    case "unsupported":
      return {
        message: "This GitHub host has no sub-issues, so no task belongs to a space.",
        fix: "Leave this section empty.",
      };
    case "refused":
      return { message: `GitHub does not add it to \`${name}\`: ${membership.message}` };
    default:
      return unreachable(membership);
  }
}

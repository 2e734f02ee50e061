/**
 * Checks that a rule keeps a changed settings file off the default branch until a second person has reviewed
 * it.
 */
import { settingsPath } from "../../../protocol/settings/config.ts";
import { type CheckResult, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const check = "settings file";

export function checkSettingsGuard({ inspection }: DoctorFacts): readonly CheckResult[] {
  if (inspection?.installations.ok !== true) return [];
  const repositories = inspection.installations.value.flatMap((each) =>
    each.repositories.ok ? each.repositories.value : [],
  );
  return repositories
    .filter(({ isArchived }) => !isArchived)
    .map(({ name, settingsGuard }) => {
      if (!settingsGuard.ok)
        return warning(
          check,
          `${name}: GitHub did not say which rules its default branch has: ${settingsGuard.message}`,
          "Try again, or check the rulesets in the repository's settings.",
        );
      const { byRule, hasOwner, asksOwner } = settingsGuard.value;
      if (byRule || (hasOwner && asksOwner))
        return passed(check, `${name}: a rule requires a review before \`${settingsPath}\` changes.`);
      const found = hasOwner
        ? `${name}: \`${settingsPath}\` has a code owner, but no rule requires their review.`
        : `${name}: no ruleset or code owner protects \`${settingsPath}\`.`;
      return warning(
        check,
        `${found} Anyone with write access can push a different one, which then waits for an admin.`,
        "Add a ruleset that requires reviews of the default branch, or list its owners in CODEOWNERS and require their review.",
      );
    });
}

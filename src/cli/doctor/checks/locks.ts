/** Checks that a required check about locks can stop a merge: a neutral one does not. */
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { type CheckResult, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const check = "locks";
/** As the App names its check run. */
const required = "signalbox/locks";

export function checkLocks({ inspection, store }: DoctorFacts): readonly CheckResult[] {
  if (inspection?.installations.ok !== true || typeof store !== "object") return [];
  const settingsOf = new Map(store.repositories.map(({ id, settings }) => [id, settings]));
  return inspection.installations.value
    .flatMap(({ repositories }) => (repositories.ok ? repositories.value : []))
    .filter(
      ({ isArchived, settingsGuard }) =>
        !isArchived && settingsGuard.ok && settingsGuard.value.requiredChecks.includes(required),
    )
    .map(({ id, name }) => resultFor(name, settingsOf.get(id)));
}

function resultFor(name: string, text: string | undefined): CheckResult {
  const reading = readSettings(text ?? "");
  const { enforce, check: when } = reading.ok ? reading.settings.locks : { enforce: false, check: "never" };
  if (!enforce)
    return warning(
      check,
      `${name}: a rule requires \`${required}\`, but the settings do not enforce locks, so it never fails.`,
      "Set `locks: {enforce: true, check: always}`, or do not require the check.",
    );
  if (when !== "always")
    return warning(
      check,
      `${name}: a rule requires \`${required}\`, but the check is not posted on every pull request.`,
      "Set `locks: {enforce: true, check: always}`: otherwise a pull request waits for a check that does not come.",
    );
  return passed(check, `${name}: files that others have locked cannot be merged.`);
}

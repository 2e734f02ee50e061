/**
 * Checks that the App can merge what the settings say to merge, which takes more permissions than anything
 * else.
 */
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { pageHint } from "../../terminal/pages.ts";
import { type CheckResult, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const needed = ["contents", "pull_requests"];

export function checkMerging({ inspection, store }: DoctorFacts): readonly CheckResult[] {
  if (inspection?.installations.ok !== true || typeof store !== "object") return [];
  const settingsOf = new Map(store.repositories.map(({ id, settings }) => [id, settings]));
  return inspection.installations.value.flatMap(({ repositories, permissions, html_url }) => {
    const lacking = needed.filter((each) => permissions[each] !== "write").map((each) => `${each}: write`);
    const served = repositories.ok ? repositories.value : [];
    return served
      .filter(({ id, isArchived }) => !isArchived && wantsMerges(settingsOf.get(id)))
      .map(({ name }) =>
        lacking.length === 0
          ? passed("merging", `${name}: accepted handovers can be merged.`)
          : warning(
              "merging",
              `${name}: the settings say to merge accepted handovers, but the App lacks ${lacking.join(", ")}. Each one is escalated.`,
              `Register an App with these permissions (\`signalbox setup --with-contents\`), grant and accept them ${pageHint(html_url)}, or set \`merge: never\`.`,
            ),
      );
  });
}

function wantsMerges(text: string | undefined): boolean {
  const reading = readSettings(text ?? "");
  return reading.ok && reading.settings.handovers.merge !== "never";
}

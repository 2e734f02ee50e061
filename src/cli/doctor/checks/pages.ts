/** Checks that the pages that agents read still say what the repository is. */
import { isDue } from "../../context/check.ts";
import { type CheckResult, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const check = "context pages";
const shown = 3;

export function checkPagesHere({ pages: found }: DoctorFacts): readonly CheckResult[] {
  if (found === undefined || found.pages.length === 0) return [];
  const { pages } = found;
  const due = pages.filter(isDue).map(({ path }) => path);
  if (due.length === 0) return [passed(check, `${pages.length} in this checkout, all up to date.`)];
  const more = due.length > shown ? ` and ${due.length - shown} more` : "";
  return [
    warning(
      check,
      `${due.length} of ${pages.length} in this checkout are stale or cannot be compared: ${due.slice(0, shown).join(", ")}${more}.`,
      "`signalbox context check` says why: read them again, and write the commit at which they hold.",
    ),
  ];
}

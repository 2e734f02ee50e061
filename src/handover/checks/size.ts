/**
 * How large the change is, and what a large one requires. Generated files do not count: no one reviews them.
 */
import type { HandoverPolicy } from "../../protocol/settings/handover-policy.ts";
import {
  type Check,
  codeSpan,
  following,
  formatCount,
  reason,
  type Subject,
  type VerdictReason,
} from "../check.ts";
import type { ChangedFile } from "../evidence.ts";
import { invariantStatuses, toConfirm } from "../invariants.ts";
import { pathMatcher } from "../paths.ts";

export const size: Check = { name: "size", examine };

type Part = Pick<VerdictReason, "status" | "sentence">;

function examine(subject: Subject): VerdictReason | undefined {
  const { evidence, policy } = subject;
  if (evidence.pullRequest === undefined) return undefined;
  const { counted: files, lines, surface } = extentOf(evidence.pullRequest.files, policy);
  const extent = `${formatCount(files.length, "file")}, ${formatCount(lines, "line")}`;
  if (!isBig({ files: files.length, lines, isPublic: surface !== undefined }, policy)) {
    const isSmall = files.length < policy.small.files && lines < policy.small.lines;
    return reason(size.name, "passed", `A ${isSmall ? "small" : "medium"} change: ${extent}.`);
  }
  const why = surface === undefined ? "" : ` ${codeSpan(surface.path)} is public.`;
  return following(size.name, [...documentationPart(subject, files), ...invariantsPart(subject)], {
    passed: `A big change, with everything required: ${extent}.${why}`,
    failed: `A big change, but something is missing: ${extent}.${why}`,
    unverified: `A big change, but something is not verified yet: ${extent}.${why}`,
  });
}

/** Whether an accepted change is large, as the check counts it. */
export function isLargeChange(files: readonly ChangedFile[], policy: HandoverPolicy): boolean {
  const { counted, lines, surface } = extentOf(files, policy);
  return isBig({ files: counted.length, lines, isPublic: surface !== undefined }, policy);
}

interface Extent {
  readonly counted: readonly ChangedFile[];
  readonly lines: number;
  /** A file that others rely on. */
  readonly surface: ChangedFile | undefined;
}

function extentOf(all: readonly ChangedFile[], policy: HandoverPolicy): Extent {
  const isGenerated = pathMatcher(policy.generated);
  const counted = all.filter(({ path }) => !isGenerated(path));
  const isPublic = pathMatcher(policy.public, true);
  const surface = counted.find(({ path, previousPath = path }) => isPublic(path) || isPublic(previousPath));
  return { counted, lines: counted.reduce((sum, file) => sum + file.lines, 0), surface };
}

function isBig(
  change: { readonly files: number; readonly lines: number; readonly isPublic: boolean },
  { big }: HandoverPolicy,
): boolean {
  return change.isPublic || change.files > big.files || change.lines > big.lines;
}

function documentationPart({ policy }: Subject, files: readonly ChangedFile[]): readonly Part[] {
  if (!policy.big.asks.includes("documentation")) return [];
  const isDocumentation = pathMatcher(policy.documentation);
  if (files.some(({ path }) => isDocumentation(path))) return [];
  return [
    { status: "failed", sentence: "A big change must update the documentation, and this one does not." },
  ];
}

function invariantsPart({ policy, invariants, evidence }: Subject): readonly Part[] {
  if (!policy.big.asks.includes("invariants")) return [];
  const missing = invariantStatuses(invariants, evidence, policy).filter(
    ({ status }) => status === "unverified",
  );
  if (missing.length === 0) return [];
  const names = missing.slice(0, 10).map(({ name }) => codeSpan(name));
  const found = missing.flatMap(({ unconfirmed }) => unconfirmed ?? [])[0];
  const sentence =
    found === undefined
      ? `Invariants that were not checked on its head commit: ${names.join(", ")}.`
      : `Invariants that nobody stands for yet: ${names.join(", ")}. ${toConfirm(found)}`;
  return [{ status: "unverified", sentence }];
}

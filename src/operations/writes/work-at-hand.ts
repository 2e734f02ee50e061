/** What the caller's checkout and GitHub know of the work that is handed over, and whether what is said of it fits. */
import { UserError } from "../../base/errors.ts";
import { codeSpan, formatCount } from "../../handover/check.ts";
import { compareWork, type WorkSeen } from "../../handover/compare-work.ts";
import type { PullRequest } from "../../handover/evidence.ts";
import type { Handover } from "../../protocol/kinds/handover.ts";
import type { Ref, RepositoryName } from "../../protocol/references/ref.ts";
import type { OperationPorts } from "../operation.ts";
import type { WorkSought } from "./as-caller.ts";
import type { CheckoutSeen } from "./checkout-seen.ts";

export interface WorkAtHand {
  readonly checkout: CheckoutSeen | undefined;
  /** Undefined if it is not known which pull request is meant, or GitHub was not asked. */
  readonly seen: WorkSeen | undefined;
  /** Why GitHub could not be asked: a sentence. */
  readonly unread?: string;
}

/** How what is said fits: complete sentences in Markdown. */
export interface ComparedHere {
  /** Whether the pull request was found: what is then missing in the two lists fits. */
  readonly pull: PullRequest | undefined;
  readonly checks: number;
  readonly contradictions: readonly string[];
  readonly remarks: readonly string[];
}

const maxNamed = 5;

/** A checkout of another repository says nothing about the task. */
export async function readWorkAtHand(
  ports: OperationPorts,
  place: RepositoryName,
  named: Ref | undefined,
): Promise<WorkAtHand> {
  const here = await ports.checkout?.();
  const isItsRepository = here?.repository?.repo.toLowerCase() === place.repo.toLowerCase();
  const checkout = isItsRepository ? here : undefined;
  const sought = soughtBy(place, named, checkout);
  if (sought === undefined || ports.asCaller === undefined) return { checkout, seen: undefined };
  try {
    const { login } = await ports.asCaller();
    return { checkout, seen: await (await login()).readWork(place, sought) };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { checkout, seen: undefined, unread: thrown.message };
  }
}

function soughtBy(
  place: RepositoryName,
  named: Ref | undefined,
  checkout: CheckoutSeen | undefined,
): WorkSought | undefined {
  if (named !== undefined) return isIn(place, named) ? { number: named.number } : undefined;
  if (checkout?.branch === undefined) return undefined;
  return { branch: checkout.branch, headOwner: checkout.repository?.owner ?? place.owner };
}

function isIn({ owner, repo }: RepositoryName, named: Ref): boolean {
  if (named.owner === undefined || named.repo === undefined) return true;
  return `${named.owner}/${named.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
}

export function compareHere(handover: Handover, { checkout, seen, unread }: WorkAtHand): ComparedHere {
  const pull = seen?.evidence.pullRequest;
  const shown = seen === undefined ? undefined : compareWork(handover, seen);
  const unreadRemark =
    unread === undefined ? [] : [`It could not be compared with what GitHub shows: ${unread}`];
  const here = checkout === undefined ? noFindings : inCheckout(handover, checkout, pull);
  return {
    pull,
    checks: seen?.evidence.checkRuns.length ?? 0,
    contradictions: [...here.contradictions, ...(shown?.contradictions ?? [])],
    remarks: [...here.remarks, ...(shown?.remarks ?? []), ...unreadRemark],
  };
}

type Findings = Pick<ComparedHere, "contradictions" | "remarks">;
const noFindings: Findings = { contradictions: [], remarks: [] };

function inCheckout(
  { changes }: Handover,
  { branch, commits, uncommitted, toldFrom = [] }: CheckoutSeen,
  pull: PullRequest | undefined,
): Findings {
  const isNamed = (path: string): boolean =>
    changes.some(({ name }) => name === path || (path.endsWith("/") && name.startsWith(path)));
  const named = uncommitted.filter(isNamed);
  const others = uncommitted.filter((path) => !isNamed(path) && !toldFrom.includes(path));
  const left = pull === undefined || pull.headRef !== branch ? noFindings : unpushed(commits, pull);
  return {
    contradictions: [
      ...(named.length === 0
        ? []
        : [`${listed(named)} changed in your checkout and not committed. Commit and push.`]),
      ...left.contradictions,
    ],
    remarks: [
      ...(others.length === 0
        ? []
        : [
            `${listed(others)} changed in your checkout and not committed. If that belongs to the work, commit and push it.`,
          ]),
      ...left.remarks,
    ],
  };
}

/** `a.ts, b.ts and 3 more are` */
function listed(paths: readonly string[]): string {
  const more = paths.length - maxNamed;
  const names = paths.slice(0, maxNamed).map(codeSpan).join(", ");
  return `${names}${more > 0 ? ` and ${more} more` : ""} ${paths.length === 1 ? "is" : "are"}`;
}

/** @param commits of the branch that the pull request proposes, as they are here */
function unpushed(commits: readonly string[], { number, headSha }: PullRequest): Findings {
  const ahead = commits.indexOf(headSha);
  if (ahead === 0) return noFindings;
  if (ahead > 0)
    return {
      contradictions: [
        `Your checkout has ${formatCount(ahead, "commit")} that #${number} does not have. Push: \`git push\`.`,
      ],
      remarks: [],
    };
  return {
    contradictions: [],
    remarks: [
      `#${number} is at ${shortSha(headSha)} on GitHub, which your checkout (${shortSha(commits[0] ?? "")}) does not have. Take it in (\`git pull\`), or push yours.`,
    ],
  };
}

/** What it was compared with, in the task's repository, and how it fits. */
export function comparedLines({ pull, checks, contradictions, remarks }: ComparedHere): readonly string[] {
  const comparedWith =
    pull === undefined
      ? []
      : [
          `Compared with #${pull.number} at ${shortSha(pull.headSha)}: ${formatCount(pull.files.length, "changed file")}, ${formatCount(checks, "check")}.`,
        ];
  return [...comparedWith, ...[...contradictions, ...remarks].map((sentence) => `- ${sentence}`)];
}

/**
 * @param lines what `comparedLines` makes of it
 * @throws UserError for a complete handover that contradicts what GitHub or the checkout shows
 */
export function requireFit(
  { status }: Handover,
  { contradictions }: ComparedHere,
  lines: readonly string[],
): void {
  if (status !== "complete" || contradictions.length === 0) return;
  throw new UserError(
    [
      "Nothing was written: this differs from what GitHub and your checkout show, and would not be accepted.",
      ...lines,
      "Say what is so, or commit, push and mend, and hand over again. If it is right as it is, add --as-is (as_is over MCP).",
    ].join("\n"),
    { code: "contradicted" },
  );
}

const shortSha = (sha: string): string => sha.slice(0, 7);

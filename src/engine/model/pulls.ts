/**
 * Resolves pull requests that a text names where an issue is meant. On GitHub an issue can wait for issues
 * only, so a task waits for the issue that the pull request closes. If it closes several, none is picked:
 * never guess.
 */
import { formatRef, parseRefs, type Ref, refKey, resolveRef } from "../../protocol/references/ref.ts";
import type { ReferencedPull, RepositorySeen } from "./fact.ts";
import { linkedIn } from "./names.ts";
import type { IssueRecord } from "./snapshot.ts";

type ReferencingRecord = Pick<IssueRecord, "reading" | "pulls" | "seen">;

/**
 * The issue to use for a pull request, in the same repository; undefined unless it closes exactly one and a
 * user with write access says so. Otherwise anyone could make a task wait for another issue by an edit.
 */
function closedBy({ closes, others, isTrusted }: ReferencedPull): number | undefined {
  return isTrusted === true && closes.length === 1 && others === 0 ? closes[0] : undefined;
}

/**
 * What a record's text and its sealed marker link to, with pull requests resolved to the issues that they
 * close.
 */
export function linkedBy({ reading, seen, pulls = [] }: ReferencingRecord): readonly Ref[] {
  const sealed = (seen.opened?.links ?? []).flatMap((name) => parseRefs(name).slice(0, 1));
  return [...linkedIn(reading), ...sealed, ...pulls.flatMap((pull) => refTo(closedBy(pull)) ?? [])];
}

function refTo(number: number | undefined): Ref | undefined {
  return number === undefined ? undefined : { number };
}

/** The pull request that `ref`, written in a record of `home`, refers to; undefined if none was seen. */
export function pullNamed(
  { pulls = [] }: ReferencingRecord,
  home: RepositorySeen,
  ref: Ref,
): ReferencedPull | undefined {
  return pulls.find(({ number }) => isAt(home, ref, number));
}

/** Only a task may name a pull request: elsewhere it matters which issue is meant. */
export function behindPull(record: IssueRecord, home: RepositorySeen, ref: Ref): Ref | undefined {
  const pull = record.reading.kind === "task" ? pullNamed(record, home, ref) : undefined;
  return pull && refTo(closedBy(pull));
}

/** Pull requests among `refs`, without duplicates. @param seen those known, the newest last */
export function stillNamed(
  refs: readonly Ref[],
  home: RepositorySeen | undefined,
  seen: readonly ReferencedPull[],
): readonly ReferencedPull[] {
  if (home === undefined) return [];
  const byNumber = new Map(seen.map((pull) => [pull.number, pull]));
  return [...byNumber.values()].filter(({ number }) => refs.some((ref) => isAt(home, ref, number)));
}

function isAt({ owner, name: repo }: RepositorySeen, ref: Ref, number: number): boolean {
  return refKey(resolveRef(ref, { owner, repo })) === refKey({ owner, repo, number });
}

/** Why it cannot be named, and what to write instead. Sentences in Markdown. */
export function adviceOn(
  pull: ReferencedPull,
  itself: number,
): { readonly message: string; readonly fix: string } {
  const name = formatRef({ number: pull.number });
  const found = `\`${name}\` is a pull request, and issues can only wait for issues.`;
  const [first, ...more] = pull.closes;
  if (first === undefined)
    return { message: found, fix: "It closes no issue here. Use the issue that it is for." };
  if (pull.isTrusted !== true)
    return {
      message: `\`${name}\` is a pull request whose author has no write access but can change which issues it closes.`,
      fix: "Use the issue that it is for.",
    };
  if (first === itself && more.length === 0)
    return { message: found, fix: "It closes this issue itself, which cannot wait for itself." };
  const names = pull.closes.map((number) => `\`${formatRef({ number })}\``).join(", ");
  const elsewhere = pull.others === 0 ? "" : " and others elsewhere";
  return { message: found, fix: `It closes ${names}${elsewhere}. Use the issue you mean.` };
}

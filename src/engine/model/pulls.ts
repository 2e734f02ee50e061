/**
 * Pull requests that a text names where an issue is meant: GitHub lets issues wait for issues alone, so a task waits for
 * the issue that the pull request closes, if that is one. A newcomer would pick the first of several; nothing is guessed.
 */
import { formatRef, parseRefs, type Ref, refKey, resolveRef } from "../../protocol/ref.ts";
import type { PullNamed, RepositorySeen } from "./fact.ts";
import { linkedIn } from "./names.ts";
import type { IssueRecord } from "./snapshot.ts";

type Naming = Pick<IssueRecord, "reading" | "pulls" | "seen">;

/**
 * The issue that stands for a pull request, in the same repository; undefined unless it closes exactly one, and somebody
 * with write access says so. Anybody else could have a task wait for another issue by an edit.
 */
function closedBy({ closes, others, isTrusted }: PullNamed): number | undefined {
  return isTrusted === true && closes.length === 1 && others === 0 ? closes[0] : undefined;
}

/** What a record's text and its sealed marker link to, with what stands behind the pull requests that it names. */
export function linkedBy({ reading, seen, pulls = [] }: Naming): readonly Ref[] {
  const sealed = (seen.opened?.links ?? []).flatMap((name) => parseRefs(name).slice(0, 1));
  return [...linkedIn(reading), ...sealed, ...pulls.flatMap((pull) => refTo(closedBy(pull)) ?? [])];
}

function refTo(number: number | undefined): Ref | undefined {
  return number === undefined ? undefined : { number };
}

/** The pull request that `ref`, written in a record of `home`, stands for, as far as one was seen. */
export function pullNamed({ pulls = [] }: Naming, home: RepositorySeen, ref: Ref): PullNamed | undefined {
  return pulls.find(({ number }) => isAt(home, ref, number));
}

/** Only a task may name one: elsewhere it matters which issue is meant. */
export function behindPull(record: IssueRecord, home: RepositorySeen, ref: Ref): Ref | undefined {
  const pull = record.reading.kind === "task" ? pullNamed(record, home, ref) : undefined;
  return pull && refTo(closedBy(pull));
}

/** Pull requests among `refs`, none of them twice. @param seen those known, the newest last */
export function stillNamed(
  refs: readonly Ref[],
  home: RepositorySeen | undefined,
  seen: readonly PullNamed[],
): readonly PullNamed[] {
  if (home === undefined) return [];
  const byNumber = new Map(seen.map((pull) => [pull.number, pull]));
  return [...byNumber.values()].filter(({ number }) => refs.some((ref) => isAt(home, ref, number)));
}

function isAt({ owner, name: repo }: RepositorySeen, ref: Ref, number: number): boolean {
  return refKey(resolveRef(ref, { owner, repo })) === refKey({ owner, repo, number });
}

/** What is wrong with naming it, and what would do. Sentences in Markdown. */
export function adviceOn(
  pull: PullNamed,
  itself: number,
): { readonly message: string; readonly fix: string } {
  const name = formatRef({ number: pull.number });
  const found = `\`${name}\` is a pull request, and issues wait for issues alone.`;
  const [first, ...more] = pull.closes;
  if (first === undefined)
    return { message: found, fix: "It closes no issue here. Name the issue that it is for." };
  if (pull.isTrusted !== true)
    return {
      message: `\`${name}\` is a pull request whose text is by a user without write access, who can change what it closes.`,
      fix: "Name the issue that it is for.",
    };
  if (first === itself && more.length === 0)
    return { message: found, fix: "It closes this issue itself, which cannot wait for itself." };
  const names = pull.closes.map((number) => `\`${formatRef({ number })}\``).join(", ");
  const elsewhere = pull.others === 0 ? "" : " and others elsewhere";
  return { message: found, fix: `It closes ${names}${elsewhere}. Name the issue that is meant.` };
}

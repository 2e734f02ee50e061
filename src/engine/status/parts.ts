/** What the status of every kind has in common: what needs mending, what GitHub refused, how others are called. */
import { toIsoSeconds } from "../../base/clock.ts";
import { mendedBody } from "../../protocol/mend.ts";
import type { Mending, MutedLine, StatusEnding } from "../../protocol/text/lines.ts";
import type { Text } from "../../protocol/text.ts";

import { declaredEnds, namedEnds, nativeEnds } from "../declared-ends.ts";
import { exchangesIn } from "../exchanges.ts";
import type { NodeId } from "../fact.ts";
import { nameOf } from "../issue-name.ts";
import { mayShow, untold } from "../privacy.ts";
import { problemsOf } from "../problems.ts";
import type { Situation } from "../rule.ts";
import { visibilityMs } from "../seen-record.ts";
import { repositoryOf } from "../view.ts";

/** What a status comment says. */
export interface StatusText {
  readonly text: Text;
  /** Whether it says what somebody needs and GitHub's own page does not show: a first comment notifies. */
  readonly isNews: boolean;
}

export function endingOf(situation: Situation): StatusEnding {
  return { mending: mending(situation), refused: refusals(situation), muted: mutedHere(situation) };
}

/** Bots that are not listened to now. */
export function mutedHere({ record, context }: Situation): readonly MutedLine[] {
  return exchangesIn(record.seen, context)
    .mutes.filter(({ until }) => until > context.now)
    .map(({ author, until }) => ({ login: author.login, until: toIsoSeconds(until) }));
}

/** Whether its author has something to mend, or GitHub refused it. A bot that answers every comment is owed none. */
export function isTroubled({ mending, refused }: StatusEnding): boolean {
  return mending.problems.length > 0 || refused.length > 0;
}

/** How people see another issue from here. */
export function nameOfId({ view, record }: Situation, id: NodeId): string {
  const other = view.records.get(id);
  const repository = other && repositoryOf(view, other);
  if (other === undefined || repository === undefined) return "another issue";
  const { number, repositoryId } = other.seen;
  if (!mayShow(view, record, other.seen)) return untold.name;
  return nameOf(record, { owner: repository.owner, repo: repository.name, number, repositoryId });
}

/** Edges that this text made and that no longer stand: a person removed them, and text does not make them again. */
export function removedEdges(situation: Situation): readonly string[] {
  const { view, record } = situation;
  const standing = nativeEnds(view, record);
  const named = new Set(namedEnds(view, record));
  const isSettled = (id: NodeId): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) >= visibilityMs;
  const gone = record.memory.edges.filter((id) => named.has(id) && !standing.has(id) && isSettled(id));
  return gone.map((id) => nameOfId(situation, id));
}

/** Edges that this text made and names no more: they stand until somebody removes them. None of a text that is not understood. */
export function unnamedEdges(situation: Situation): readonly string[] {
  const { view, record } = situation;
  if (record.reading.kind === undefined || record.reading.message === undefined) return [];
  const standing = nativeEnds(view, record);
  const declared = new Set(declaredEnds(view, record));
  const isOpen = (id: NodeId): boolean => view.records.get(id)?.seen.standing.state === "open";
  const left = record.memory.edges.filter((id) => standing.has(id) && !declared.has(id) && isOpen(id));
  return left.map((id) => nameOfId(situation, id));
}

/** The status comment has no room to show a longer body for pasting. */
const maxMended = 40_000;

function mending(situation: Situation): Mending {
  const { reading, seen } = situation.record;
  const problems = problemsOf(situation);
  if (problems.length === 0 || seen.body.length > maxMended) return { problems, mended: undefined };
  const { title, body, labels, nativeType } = seen;
  const input = nativeType === undefined ? { title, body, labels } : { title, body, labels, nativeType };
  const mended = mendedBody(input, reading, problems);
  return { problems, mended: sameText(mended, body) ? undefined : mended };
}

/** Whether pasting the one over the other would change nothing. */
function sameText(a: string, b: string): boolean {
  return a.trimEnd() === b.replace(/\r\n?/g, "\n").trimEnd();
}

/**
 * Each once. That the status comment itself was refused is not told by it: it would read otherwise then, and be written,
 * and refused, once more.
 */
function refusals({ view, record }: Situation): readonly string[] {
  const { id } = record.seen;
  const others = (view.refusals.get(id) ?? []).filter(({ slot }) => slot.type !== "status");
  return [...new Set(others.map(({ message }) => message))];
}

/**
 * What a search found, told apart: what still holds, what of it an answer would cite, and what people are shown. A
 * newcomer would let a superseded record stop the answer; its successor stands beside it and says so.
 */
import { maxCitations } from "./confidence.ts";
import type { Source } from "./conflict-gate.ts";
import type { Store } from "./coordinate.ts";
import { precedentNumber } from "./precedent.ts";
import { isVerbatim, quoteFrom } from "./quote.ts";
import type { Hit, Retrieval } from "./search/retrieve.ts";
import { tookPlaceOf } from "./succession.ts";

export interface Finding extends Source {
  readonly rank: number;
  /** How much of the question its best passages speak of, 0 to 1. */
  readonly coverage: number;
  readonly isSuperseded: boolean;
}

export interface Findings {
  /** Hits that still hold, best first: evidence is measured on these. */
  readonly current: readonly Hit[];
  /** What still holds, and is not much further from the question than the first. */
  readonly near: readonly Finding[];
  /** What an answer cites of that: all, or the earlier question that is first. */
  readonly cited: readonly Finding[];
  /** What still holds, was found besides, and may deny what is cited. */
  readonly beside: readonly Finding[];
  /** Superseded, closer to the question than what is cited, and in nobody's words replaced by it. */
  readonly unreplaced: readonly Finding[];
  /** The best, whatever became of them, for people. */
  readonly shown: readonly Finding[];
}

/** A hit further behind the first is less than a third as likely to be the answer's place. */
const nearRank = 1.1;
/** So many of the best are looked through for records that took another's place. */
const compared = 8;

export function findingsOf(retrieval: Retrieval, store: Store): Findings {
  const { hits } = retrieval;
  const ended = endedIn(hits, store);
  const current = hits.filter(({ path }) => !ended.has(path));
  const found = (some: readonly Hit[]): readonly Finding[] =>
    some.flatMap((hit) => findingOf(retrieval, hit, ended.has(hit.path), store) ?? []);
  const best = found(current.slice(0, maxCitations));
  const most = best[0]?.rank ?? Number.NEGATIVE_INFINITY;
  const near = best.filter(({ rank }) => most - rank <= nearRank);
  // What people decided once is repeated alone: they had the pages before them, and need not be asked again.
  const isDecided = near[0] !== undefined && isPrecedent(near[0]);
  const cited = isDecided ? near.slice(0, 1) : near;
  const others = isDecided ? best.filter(isPrecedent) : best;
  const ahead = found(hits.slice(0, compared).filter(({ path, rank }) => ended.has(path) && rank > most));
  return {
    current,
    cited,
    near,
    beside: others.filter((finding) => !cited.includes(finding)),
    unreplaced: ahead.filter((old) => !cited.some((its) => replaces(its, old, store))),
    shown: found(hits.slice(0, maxCitations)),
  };
}

function isPrecedent({ quote }: Finding): boolean {
  return precedentNumber(quote.path) !== undefined;
}

/** What says itself that it is over, and what another of the best says that it replaces. */
function endedIn(hits: readonly Hit[], { document }: Store): ReadonlySet<string> {
  const ended = new Set(
    hits.filter(({ passages }) => passages[0]?.standing === "superseded").map(({ path }) => path),
  );
  const records = hits.slice(0, compared).filter(({ passages }) => passages[0]?.isDecision === true);
  const documents = records.flatMap(({ path }) => document(path) ?? []);
  for (const newer of documents)
    for (const older of documents)
      if (!ended.has(newer.path) && tookPlaceOf(newer, older)) ended.add(older.path);
  return ended;
}

function replaces(newer: Finding, older: Finding, { document }: Store): boolean {
  const [its, others] = [document(newer.quote.path), document(older.quote.path)];
  return its !== undefined && others !== undefined && tookPlaceOf(its, others);
}

/** With a verified quote; a document that changed or went away since is not quoted. */
function findingOf(
  { asked }: Retrieval,
  hit: Hit,
  isSuperseded: boolean,
  { index, document }: Store,
): Finding | undefined {
  const all = (index.documents.get(hit.path) ?? []).flatMap((number) => index.passages[number] ?? []);
  const quote = quoteFrom(asked, hit, all);
  const [passage] = hit.passages;
  if (quote === undefined || passage === undefined || !isVerbatim(quote, document(hit.path)))
    return undefined;
  const { rank, features } = hit;
  return { passage, quote, rank, coverage: features.coverage, isSuperseded };
}

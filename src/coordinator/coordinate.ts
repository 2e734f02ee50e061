/**
 * One question through the gates in series: an answer with sources, or a decision for people. A newcomer would stop
 * at the first gate that fails; the later ones are asked too, so that people see all that is known.
 */
import { authorityGate, declaredGate } from "./authority/authority-gate.ts";
import type { TermModel } from "./authority/classifier.ts";
import { confidenceOf, evidenceOf, maxCitations } from "./confidence.ts";
import { type Source as Cited, conflictGate } from "./conflict-gate.ts";
import type { Draft, GateVerdict, Source } from "./draft.ts";
import { evidenceGate } from "./evidence-gate.ts";
import type { LinearModel } from "./linear.ts";
import { optionsFor, writtenOptions } from "./options.ts";
import { citationOf, type StoreDocument } from "./passage/passage.ts";
import { isVerbatim, type Quote, quoteFrom } from "./quote.ts";
import type { Index } from "./search/index.ts";
import { type Retrieval, retrieve } from "./search/retrieve.ts";

export interface Asked {
  readonly title: string;
  /** The question's context, as plain Markdown. */
  readonly body: string;
  /** As the asker wrote them. */
  readonly decisionClass?: string | undefined;
  readonly options?: string | undefined;
  readonly urgency: "blocking" | "important" | "nice-to-have";
}

export interface Store {
  readonly index: Index;
  /** The document as it was read for the index; undefined when it is gone. */
  readonly document: (path: string) => StoreDocument | undefined;
  /** The names of all packages that the repository's manifests list. */
  readonly packages: ReadonlySet<string>;
}

/** What training found; `trained.ts` holds the shipped ones. */
export interface Models {
  readonly ranking: LinearModel;
  readonly confidence: LinearModel;
  readonly authority: TermModel;
}

/** This many hits are shown with their scores. */
const shownSources = 5;

/** A hit further behind the first is less than a third as likely to be the answer's place. */
const nearRank = 1.1;

interface Ranked extends Cited {
  readonly rank: number;
}

const impact: Readonly<Record<Asked["urgency"], string>> = {
  blocking: "The tasks that the question blocks stand still until somebody decides.",
  important: "Work goes on, on an assumption that may have to be taken back.",
  "nice-to-have": "Nothing waits for it.",
};

/** Never throws; the same question, store and models give the same draft. */
export function coordinate(question: Asked, store: Store, models: Models): Draft {
  const retrieval = retrieve(store.index, question, models.ranking);
  const evidence = evidenceOf(retrieval);
  const confidence = evidence === undefined ? 0 : confidenceOf(models.confidence, evidence);
  const cited = citedFrom(retrieval, store);
  const quotes = cited.map(({ quote }) => quote);
  const evident = evidenceGate(evidence, store.index.passages.length);
  const hasPrecedent = evident.passes && evidence?.decision === 1;
  const gates: readonly GateVerdict[] = [
    { gate: "declared class", ...declaredGate(question.decisionClass) },
    { gate: "authority", ...authorityGate(question, store.packages, models.authority, hasPrecedent) },
    { gate: "evidence", ...evident },
    { gate: "conflict", ...conflictGate(cited) },
  ];
  const drafted = { gates, sources: sourcesOf(retrieval), confidence };
  return gates.every(({ passes }) => passes) && cited.length > 0
    ? { action: "answer", ...drafted, quotes: nearFirst(cited).map(({ quote }) => quote) }
    : {
        action: "escalate",
        ...drafted,
        ...forPeople(question, quotes),
      };
}

/** An answer says no more than it has to; people are shown whatever was found. */
function nearFirst(cited: readonly Ranked[]): readonly Ranked[] {
  const most = cited[0]?.rank ?? 0;
  return cited.filter(({ rank }) => most - rank <= nearRank);
}

/** Verified quotes of the best hits; a document that changed or went away since is not quoted. */
function citedFrom({ asked, hits }: Retrieval, { index, document }: Store): readonly Ranked[] {
  return hits.slice(0, maxCitations).flatMap((hit) => {
    const all = (index.documents.get(hit.path) ?? []).flatMap((number) => index.passages[number] ?? []);
    const quote = quoteFrom(asked, hit, all);
    const passage = hit.passages[0];
    if (quote === undefined || passage === undefined || !isVerbatim(quote, document(hit.path))) return [];
    return { passage, quote, rank: hit.rank };
  });
}

function sourcesOf({ hits }: Retrieval): readonly Source[] {
  return hits.slice(0, shownSources).flatMap(({ passages, rank }) => {
    const [passage] = passages;
    if (passage === undefined) return [];
    const { title, standing } = passage;
    return { citation: citationOf(passage), title, score: rank, isSuperseded: standing === "superseded" };
  });
}

function forPeople(question: Asked, context: readonly Quote[]) {
  const options = optionsFor(question.options, context);
  // Only what the store says can be recommended; between the asker's own options it knows no better.
  const hasOwn = writtenOptions(question.options).length > 0;
  const recommendation = hasOwn || context.length === 0 ? undefined : options[0];
  return {
    question: question.title,
    context,
    options,
    recommendation,
    impactOfDelay: impact[question.urgency],
  };
}

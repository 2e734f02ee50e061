/**
 * One question through the gates in series: an answer with sources, or a decision for people. A newcomer would stop
 * at the first gate that fails; the later ones are asked too, so that people see all that is known.
 */
import { authorityGate, declaredGate } from "./authority/authority-gate.ts";
import type { TermModel } from "./authority/classifier.ts";
import { confidenceOf, evidenceOf } from "./confidence.ts";
import { conflictGate } from "./conflict-gate.ts";
import type { Draft, Found, GateVerdict, Source } from "./draft.ts";
import { evidenceGate } from "./evidence-gate.ts";
import { type Findings, findingsOf } from "./findings.ts";
import type { LinearModel } from "./linear.ts";
import { citationOf, type StoreDocument } from "./passage/passage.ts";
import type { Index } from "./search/index.ts";
import { type Hit, type Retrieval, retrieve } from "./search/retrieve.ts";

export interface Asked {
  readonly title: string;
  /** The question's context, as plain Markdown. */
  readonly body: string;
  /** As the asker wrote them. */
  readonly decisionClass?: string | undefined;
  readonly options?: string | undefined;
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

/** A passage that speaks of less of the question is shown to people, and is no option of theirs. */
const leastCoverage = 0.3;

/** Never throws; the same question, store and models give the same draft. */
export function coordinate(question: Asked, store: Store, models: Models): Draft {
  const retrieval = retrieve(store.index, question, models.ranking);
  const findings = findingsOf(retrieval, store);
  const { cited, current } = findings;
  const evidence = evidenceOf({ ...retrieval, hits: current });
  const confidence = evidence === undefined ? 0 : confidenceOf(models.confidence, evidence);
  const evident = evidenceGate(evidence, store.index.passages.length);
  const hasPrecedent = evident.passes && evidence?.decision === 1;
  const gates: readonly GateVerdict[] = [
    { gate: "declared class", ...declaredGate(question.decisionClass) },
    { gate: "authority", ...authorityGate(question, store.packages, models.authority, hasPrecedent) },
    { gate: "evidence", ...evident },
    { gate: "conflict", ...conflictGate(findings) },
  ];
  const drafted = {
    gates,
    sources: sourcesOf(retrieval, current),
    confidence,
    context: contextOf(findings),
  };
  return gates.every(({ passes }) => passes) && cited.length > 0
    ? { action: "answer", ...drafted, quotes: cited.map(({ quote }) => quote) }
    : { action: "escalate", ...drafted };
}

function sourcesOf({ hits }: Retrieval, current: readonly Hit[]): readonly Source[] {
  return hits.slice(0, shownSources).flatMap((hit) => {
    const [passage] = hit.passages;
    if (passage === undefined) return [];
    const { title } = passage;
    return { citation: citationOf(passage), title, score: hit.rank, isSuperseded: !current.includes(hit) };
  });
}

/** The best of all that was found; what holds, is close and speaks of what is asked is an option for whoever decides. */
function contextOf({ shown, near }: Findings): readonly Found[] {
  const offered = new Set(
    near.filter(({ coverage }) => coverage >= leastCoverage).map(({ quote }) => quote.path),
  );
  return shown.map(({ quote, isSuperseded }) => ({
    ...quote,
    isSuperseded,
    isOffered: offered.has(quote.path),
  }));
}

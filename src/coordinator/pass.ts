/**
 * One pass over a repository's open questions: computes what each comes to, and reports what differs from the
 * saved proposals. A proposal is recomputed whenever anything it was computed from has changed, not only for
 * new questions.
 */

import { portionsOf } from "../base/portions.ts";
import { askersIn } from "../engine/admission/text-makers.ts";
import { fingerprint } from "../engine/messages/fingerprint.ts";
import type { NodeId, RepositorySeen } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { Settings } from "../protocol/settings/config.ts";
import { askedIn, findSimilar, type KnownQuestion } from "./answers/precedent.ts";
import { type Considered, considerOne, type Stored } from "./consider-question.ts";
import type { Knowledge } from "./context/library.ts";
import type { Places } from "./definitions/find-place.ts";
import { heldBack } from "./gates/held-back.ts";
import type { OwnPageOptions } from "./gates/own-page.ts";
import { type StalenessOptions, warnedOfStalePages } from "./gates/stale-page.ts";
import { type AnswerOutcome, isSuggesting, type TrackRecord, trackRecord } from "./lookup/track-record.ts";
import type { CoordinatorPorts, ProposalStore, Questions } from "./ports.ts";
import type { FilesOfCommit } from "./staleness/commit-files.ts";

export interface AnswerMode extends TrackRecord {
  /** Whether an answer waits for a person. */
  readonly isSuggestion: boolean;
}

export function answerModeOf(outcomes: readonly AnswerOutcome[], { coordinator }: Settings): AnswerMode {
  const record = trackRecord(outcomes);
  return { ...record, isSuggestion: isSuggesting(coordinator.mode, record) };
}

/** Results of earlier passes of this run, none of them new any more, with what each was computed from. */
export type Earlier = WeakMap<KnownQuestion, { readonly from: string; readonly considered: Considered }>;

/** The open questions of a pass: those whose last result holds, and those that have to be considered. */
export interface Sorted {
  readonly unchanged: readonly Considered[];
  readonly due: readonly Due[];
}

/** A question to consider, and what its result will be computed from. */
interface Due {
  readonly question: KnownQuestion;
  readonly from: string;
}

/** The inputs of a pass that results are compared by. */
export interface Compared extends Pick<PassContext, "repository" | "mode"> {
  readonly knowledge: Pick<Knowledge, "known" | "sameAs" | "made">;
}

/** Compares only what results were computed from, as most of thousands of open questions are unchanged. */
export function sortQuestions(
  ports: Pick<CoordinatorPorts, "settingsOf">,
  context: Compared,
  earlier: Earlier,
): Sorted {
  const inputsOf = inputsIn(ports, context);
  const unchanged: Considered[] = [];
  const due: Due[] = [];
  for (const question of context.knowledge.known) {
    if (question.decision !== undefined) continue;
    const before = earlier.get(question);
    const from = inputsOf(question);
    if (before?.from === from) unchanged.push(before.considered);
    else due.push({ question, from });
  }
  return { unchanged, due };
}

/** Returns the inputs of a question's result, other than the question itself. */
function inputsIn(
  ports: Pick<CoordinatorPorts, "settingsOf">,
  { knowledge, mode, repository }: Compared,
): (question: KnownQuestion) => string {
  const settings = ports.settingsOf(repository.id);
  const common = fingerprint(JSON.stringify([knowledge.made, settings, mode.isSuggestion]));
  return (question) => {
    const same = knowledge.sameAs(question);
    return same === undefined ? common : `${common} ${same.number} ${same.answer ?? ""}`;
  };
}

interface Considering {
  readonly due: readonly Due[];
  readonly earlier: Earlier;
  /** Whether no further question may be begun. */
  readonly isOver: () => boolean;
}

/** How many questions are read per batch. */
const questionsPerRead = 16;

/**
 * Considers `due` question by question, and saves nothing. Never throws for what a question, a document or
 * an answerer says.
 */
export async function* consider(
  ports: CoordinatorPorts,
  context: PassContext,
  { due, earlier, isOver }: Considering,
  signal: AbortSignal,
): AsyncGenerator<Considered> {
  const { knowledge, mode, repository, sources, places } = context;
  const settings = ports.settingsOf(repository.id);
  const { isSuggestion, ...track } = mode;
  const failures: unknown[] = [];
  // An answerer takes seconds: what was read together with fifteen others would be old by its turn.
  for (const portion of portionsOf(due, ports.answering.answerer === undefined ? questionsPerRead : 1)) {
    const stored = await readAll(ports.store, portion);
    for (const { question, from } of portion) {
      if (isOver()) return;
      const found = stored.get(question.id);
      if (found === undefined) continue;
      const before = { same: knowledge.sameAs(question), similar: findSimilar(question, knowledge.known) };
      const asked = { ...found, earlier: before, settings, isSuggestion, track, places };
      const considered = await consideredOr(failures, async () =>
        checkPages(await considerOne(ports, knowledge, asked, signal), found.known, {
          provenance: ports.source.provenance,
          repositories: sources,
          askers: askersIn(found.record, settings).map(({ id }) => id),
          settings,
          filesOf: context.filesOf,
          document: knowledge.document,
          contractAt: knowledge.contractAt,
        }),
      );
      // We aborted the answerer, so its result is not a finding.
      if (signal.aborted) return;
      if (considered === undefined) continue;
      if (considered.isUnread !== true)
        earlier.set(question, { from, considered: { ...considered, isNew: false } });
      yield considered;
      // Computing one takes milliseconds: let deliveries that have since arrived go first.
      await ports.clock.sleep(0, signal);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Keyed by id; omits those that are no longer readable questions. */
async function readAll(
  store: Pick<Questions, "records"> & Pick<ProposalStore, "proposals">,
  due: readonly Due[],
): Promise<ReadonlyMap<NodeId, Stored>> {
  const ids = due.map(({ question }) => question.id);
  const records = await store.records(ids);
  const saved = await store.proposals(ids);
  return new Map(
    [...records].flatMap(([id, record]) => {
      const asked = askedIn(record);
      return asked === undefined ? [] : [[id, { record, asked, known: saved.get(id) }]];
    }),
  );
}

/** A question that fails blocks no other; the pass rejects at its end, and is run again. */
async function consideredOr(
  failures: unknown[],
  work: () => Promise<Considered>,
): Promise<Considered | undefined> {
  try {
    return await work();
  } catch (thrown) {
    failures.push(thrown);
    return undefined;
  }
}

/**
 * Checks last whether the quoted pages are stale and who added them: both take requests, the second only for an
 * answer that would otherwise be accepted.
 */
async function checkPages(
  worked: Considered,
  known: Proposal | undefined,
  options: OwnPageOptions & StalenessOptions,
): Promise<Considered> {
  const proposal = await heldBack(await warnedOfStalePages(worked.proposal, options), options);
  const gist = ({ textHash, basis, isSuggestion, isOwnPage }: Proposal): string =>
    JSON.stringify([textHash, basis, isSuggestion, isOwnPage]);
  return { ...worked, proposal, isNew: known === undefined || gist(known) !== gist(proposal) };
}

/** The inputs of one pass. */
export interface PassContext {
  readonly repository: RepositorySeen;
  /** The repositories that its questions are answered from, itself first. */
  readonly sources: readonly RepositorySeen[];
  readonly knowledge: Knowledge;
  readonly mode: AnswerMode;
  readonly places: Places;
  readonly filesOf: FilesOfCommit;
}

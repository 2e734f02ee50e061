/**
 * One pass over a repository's open questions: computes what each comes to, and reports what differs from the
 * saved proposals. A proposal is recomputed whenever anything it was computed from has changed, not only for
 * new questions.
 */

import { portionsOf } from "../base/portions.ts";
import { fingerprint } from "../engine/messages/fingerprint.ts";
import type { NodeId, RepositorySeen } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { Settings } from "../protocol/settings/config.ts";
import { askedIn, type KnownQuestion } from "./answers/precedent.ts";
import { type Considered, considerOne, type Stored } from "./consider-question.ts";
import type { Knowledge } from "./context/library.ts";
import type { Places } from "./definitions/find-place.ts";
import { heldBack } from "./gates/held-back.ts";
import type { OwnPageOptions } from "./gates/own-page.ts";
import { type AnswerOutcome, isSuggesting, type TrackRecord, trackRecord } from "./lookup/track-record.ts";
import type { CoordinatorPorts, ProposalStore, Questions } from "./ports.ts";

export interface AnswerMode extends TrackRecord {
  /** Whether an answer waits for a person. */
  readonly isSuggestion: boolean;
}

export function answerModeOf(outcomes: readonly AnswerOutcome[], { coordinator }: Settings): AnswerMode {
  const record = trackRecord(outcomes);
  return { ...record, isSuggestion: isSuggesting(coordinator.mode, record) };
}

/** Results of earlier passes of this run, with what each was computed from. */
export type Earlier = WeakMap<KnownQuestion, { readonly from: string; readonly considered: Considered }>;

/** How many questions are read at once. */
const questionsPerRead = 16;

/**
 * Computes what is due, question by question, and saves nothing. Never throws for what a question, a document
 * or an answerer says.
 */
export async function* consider(
  ports: CoordinatorPorts,
  { knowledge, mode, repository, sources, places }: PassContext,
  earlier: Earlier,
  signal: AbortSignal,
): AsyncGenerator<Considered> {
  const settings = ports.settingsOf(repository.id);
  const { isSuggestion, ...track } = mode;
  const common = fingerprint(JSON.stringify([knowledge.made, settings, isSuggestion]));
  const failures: unknown[] = [];
  const madeFrom = (question: KnownQuestion): string => {
    const same = knowledge.sameAs(question);
    return JSON.stringify([common, same?.number, same?.answer]);
  };
  const resultBefore = (question: KnownQuestion): Considered | undefined => {
    const before = earlier.get(question);
    return before?.from === madeFrom(question) ? before.considered : undefined;
  };
  const open = knowledge.known.filter(({ decision }) => decision === undefined);
  // An answerer takes seconds: what was read together with fifteen others would be old by its turn.
  for (const portion of portionsOf(open, ports.answering.answerer === undefined ? questionsPerRead : 1)) {
    const stored = await readAll(
      ports.store,
      portion.filter((question) => resultBefore(question) === undefined),
    );
    for (const question of portion) {
      if (signal.aborted) return;
      const before = resultBefore(question);
      if (before !== undefined) {
        yield { ...before, isNew: false };
        continue;
      }
      const found = stored.get(question.id);
      if (found === undefined) continue;
      const due = { ...found, same: knowledge.sameAs(question), settings, isSuggestion, track, places };
      const considered = await consideredOr(failures, async () =>
        judged(await considerOne(ports, knowledge, due, signal), found.known, {
          provenance: ports.source.provenance,
          ...{ repositories: sources, asker: found.record.seen.author?.id, settings },
        }),
      );
      // We aborted the answerer, so its result is not a finding.
      if (signal.aborted) return;
      if (considered === undefined) continue;
      if (considered.isUnread !== true) earlier.set(question, { from: madeFrom(question), considered });
      yield considered;
      // Computing one takes milliseconds: let deliveries that arrived meanwhile go first.
      await ports.clock.sleep(0, signal);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** By id; one that is no longer a readable question is left out. */
async function readAll(
  store: Pick<Questions, "records"> & Pick<ProposalStore, "proposals">,
  changed: readonly KnownQuestion[],
): Promise<ReadonlyMap<NodeId, Stored>> {
  if (changed.length === 0) return new Map();
  const ids = changed.map(({ id }) => id);
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
 * Checks last who brought the quoted pages: it takes requests, so only for an answer that would otherwise be
 * accepted.
 */
async function judged(
  worked: Considered,
  known: Proposal | undefined,
  options: OwnPageOptions,
): Promise<Considered> {
  const proposal = await heldBack(worked.proposal, options);
  const gist = ({ bodyHash, basis, isSuggestion, isOwnPage }: Proposal): string =>
    JSON.stringify([bodyHash, basis, isSuggestion, isOwnPage]);
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
}

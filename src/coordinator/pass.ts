/**
 * One pass over a repository's open questions: computes what each comes to, and reports what differs from the
 * saved proposals. A proposal is recomputed whenever anything it was computed from has changed, not only for
 * new questions.
 */

import { messageOf } from "../base/errors.ts";
import { fingerprint } from "../engine/messages/fingerprint.ts";
import { hasPosted } from "../engine/messages/suggestion.ts";
import type { NodeId, RepositorySeen } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { IssueRecord } from "../engine/model/snapshot.ts";
import type { Settings } from "../protocol/settings/config.ts";
import { askedIn, type KnownQuestion } from "./answers/precedent.ts";
import type { Knowledge } from "./context/library.ts";
import type { PlaceFound, Places } from "./definitions/find-place.ts";
import { placeAsked } from "./definitions/place-answer.ts";
import { heldBack } from "./gates/held-back.ts";
import { isSuggesting, type Outcome, type TrackRecord, trackRecord } from "./lookup/track-record.ts";
import type { CoordinatorParts } from "./ports.ts";
import { type AskedQuestion, propose, type Worked } from "./propose.ts";
import { type TrackStanding, tracksOf } from "./records/tracks.ts";

/** Increment it whenever the same inputs would give another proposal than in the previous release. */
const edition = 8;

/** What a pass found for one question. */
export interface Considered {
  readonly id: NodeId;
  readonly number: number;
  readonly title: string;
  readonly proposal: Proposal;
  /** Whether it differs from the saved proposal. */
  readonly isNew: boolean;
  /** A source could not be read: it is computed again in the next pass. */
  readonly isUnread?: true;
}

export interface Standing extends TrackRecord {
  /** Whether an answer waits for a person. */
  readonly isSuggestion: boolean;
}

export function standingOf(outcomes: readonly Outcome[], { coordinator }: Settings): Standing {
  const record = trackRecord(outcomes);
  return { ...record, isSuggestion: isSuggesting(coordinator.mode, record) };
}

/** Results of earlier passes of this run, with what each was computed from. */
export type Earlier = WeakMap<KnownQuestion, { readonly from: string; readonly considered: Considered }>;

/**
 * Computes what is due, question by question, and saves nothing. Never throws for what a question, a document
 * or an answerer says.
 */
export async function* consider(
  parts: CoordinatorParts,
  { shelf, standing, repository, places }: PassContext,
  earlier: Earlier,
  signal: AbortSignal,
): AsyncGenerator<Considered> {
  const settings = parts.settingsOf(repository.id);
  const { isSuggestion, ...track } = standing;
  const common = fingerprint(JSON.stringify([shelf.made, settings, isSuggestion]));
  const failures: unknown[] = [];
  for (const question of shelf.known.filter(({ decision }) => decision === undefined)) {
    if (signal.aborted) return;
    const same = shelf.sameAs(question);
    const from = JSON.stringify([common, same?.number, same?.answer]);
    const before = earlier.get(question);
    if (before?.from === from) {
      yield { ...before.considered, isNew: false };
      continue;
    }
    const record = parts.questions.record(question.id);
    const asked = record && askedIn(record);
    if (record === undefined || asked === undefined) continue;
    const due = { record, asked, same, settings, isSuggestion, track, places };
    const considered = await consideredOr(failures, async () =>
      judged(parts, { record, repository }, await considerOne(parts, shelf, due, signal)),
    );
    // We aborted the answerer, so its result is not a finding.
    if (signal.aborted) return;
    if (considered === undefined) continue;
    if (considered.isUnread !== true) earlier.set(question, { from, considered });
    yield considered;
    // Computing one takes milliseconds: let deliveries that arrived meanwhile go first.
    await parts.clock.sleep(0, signal);
  }
  if (failures.length > 0) throw failures[0];
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
  parts: CoordinatorParts,
  about: { readonly record: IssueRecord; readonly repository: RepositorySeen },
  worked: Considered,
): Promise<Considered> {
  const proposal = await heldBack(parts, about, worked.proposal);
  const known = parts.proposals.proposal(worked.id);
  const gist = ({ bodyHash, basis, isSuggestion, isOwnPage }: Proposal): string =>
    JSON.stringify([bodyHash, basis, isSuggestion, isOwnPage]);
  return { ...worked, proposal, isNew: known === undefined || gist(known) !== gist(proposal) };
}

/** The inputs of one pass. */
export interface PassContext {
  readonly repository: RepositorySeen;
  readonly shelf: Knowledge;
  readonly standing: Standing;
  readonly places: Places;
}

interface Due extends Pick<PassContext, "places"> {
  readonly record: IssueRecord;
  readonly asked: AskedQuestion;
  readonly same: KnownQuestion | undefined;
  readonly settings: Settings;
  readonly isSuggestion: boolean;
  readonly track: TrackRecord;
}

async function considerOne(
  parts: CoordinatorParts,
  shelf: Knowledge,
  { record, asked, same, settings, isSuggestion, track, places }: Due,
  signal: AbortSignal,
): Promise<Considered> {
  const { id, number, title, bodyHash } = record.seen;
  const origin = [same?.number, same?.answer, parts.answerer?.name, settings.policy];
  const basis = fingerprint(JSON.stringify([edition, title, bodyHash, shelf.made, origin]));
  const known = parts.proposals.proposal(id);
  const before = known?.bodyHash === bodyHash ? known : undefined;
  const about = { id, number, title };
  // A posted answer stays as it was written: people have read it.
  if (before !== undefined && (before.basis === basis || hasPosted(record))) {
    const waits = waitsForApproval(before, isSuggestion, settings);
    return {
      ...about,
      proposal: { ...before, isSuggestion: waits, trackRecord: track },
      isNew: before.isSuggestion !== waits,
    };
  }
  const place = await placeOf(parts, record, asked, places);
  const isUnread = place === "unread" ? { isUnread: true as const } : {};
  const made = place === "unread" ? fingerprint(JSON.stringify([basis, place])) : basis;
  if (before?.basis === made) return { ...about, proposal: before, isNew: false, ...isUnread };
  // A rebuilt index knows that an answer was posted but not its text. Answerers cost money and are not called
  // twice.
  const answerer = hasPosted(record) ? undefined : parts.answerer;
  const worked = await propose(asked, same, {
    ...{ shelf, settings, signal, answerer, secrets: parts.secrets },
    place: place === "unread" ? undefined : place,
    tracks: () => tracksIn(parts.questions, record.seen.repositoryId),
    failed: (because) => {
      if (!signal.aborted) noteFailure(parts, record, because);
    },
  });
  const waits = waitsForApproval(worked, isSuggestion, settings);
  return {
    ...about,
    proposal: { bodyHash, basis: made, isSuggestion: waits, trackRecord: track, ...worked },
    ...{ isNew: true, ...isUnread },
  };
}

/** What the tree shows for the name that a question asks for; for any other question nothing is read. */
async function placeOf(
  { logger }: CoordinatorParts,
  record: IssueRecord,
  question: AskedQuestion,
  places: Places,
): Promise<PlaceFound | "unread" | undefined> {
  const asked = placeAsked(question);
  if (asked === undefined) return undefined;
  try {
    return await places.find(asked);
  } catch (thrown) {
    logger.warn({ issue: record.seen.number, error: messageOf(thrown) }, "the tree could not be read");
    return "unread";
  }
}

/** How many issues of each kind are read for a track's status, newest first. */
const newest = 500;

function tracksIn(questions: CoordinatorParts["questions"], repositoryId: NodeId): readonly TrackStanding[] {
  const kinds = ["task", "question", "handover"] as const;
  return tracksOf(
    kinds.flatMap((kind) => questions.ofKind(repositoryId, kind, newest)),
    [],
  );
}

/**
 * In every mode an uncertain answer waits for a person. One posted before certainty was recorded counts as
 * certain.
 */
function waitsForApproval(worked: Worked, isSuggestion: boolean, settings: Settings): boolean {
  const isCertain = worked.proposed.type !== "answer" || worked.proposed.isCertain !== false;
  return !isCertain || (isSuggestion && !isSettledBefore(worked, settings));
}

/**
 * A question is not put to people twice: an earlier decision of the same question applies, unless every
 * answer has to be approved. A question in other words is only possibly the same, so its answer waits like
 * any other.
 */
function isSettledBefore({ proposed, gates }: Worked, { coordinator }: Settings): boolean {
  const isSame = gates.some(({ gate, passes }) => gate === "precedent" && passes);
  return proposed.type === "answer" && isSame && coordinator.mode !== "suggest";
}

function noteFailure(
  { note, logger, clock, answerer }: CoordinatorParts,
  { seen }: IssueRecord,
  because: string,
) {
  const what = `go on without ${answerer?.name ?? "an answerer"}`;
  logger.warn({ issue: seen.number, because }, "an answerer failed");
  const entry = { repositoryId: seen.repositoryId, issueId: seen.id, kind: "answerer-failed" };
  void note({ at: clock.now(), ...entry, because: `${answerer?.name}: ${because}.`, what });
}

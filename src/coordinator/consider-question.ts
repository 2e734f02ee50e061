/** Considers one open question: whether its saved proposal is still valid, or its replacement. */
import { messageOf } from "../base/errors.ts";
import { fingerprint } from "../engine/messages/fingerprint.ts";
import { hasPosted } from "../engine/messages/suggestion.ts";
import type { NodeId, RepositoryId } from "../engine/model/fact.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import type { IssueRecord } from "../engine/model/snapshot.ts";
import type { Settings } from "../protocol/settings/config.ts";
import type { Worked } from "./answering-context.ts";
import type { EarlierQuestions } from "./answers/precedent.ts";
import type { Knowledge } from "./context/library.ts";
import type { PlaceSearch, Places } from "./definitions/find-place.ts";
import { placeAsked } from "./definitions/place-answer.ts";
import type { TrackRecord } from "./lookup/track-record.ts";
import type { CoordinatorPorts } from "./ports.ts";
import { propose } from "./propose.ts";
import { type TrackState, tracksOf } from "./records/tracks.ts";
import type { AskedQuestion } from "./written-question.ts";

/** Increment it whenever the same inputs would give a different proposal than in the previous release. */
const edition = 9;

/** The result of a pass for one question. */
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

/** The store's passages about a question. */
export interface Stored {
  readonly record: IssueRecord;
  readonly asked: AskedQuestion;
  /** The saved proposal, possibly for an earlier text. */
  readonly known: Proposal | undefined;
}

/** A question to consider, with what its pass knows. */
export interface Due extends Stored {
  readonly places: Places;
  readonly earlier: EarlierQuestions;
  readonly settings: Settings;
  readonly isSuggestion: boolean;
  readonly track: TrackRecord;
}

/** Computes what one question comes to, unless its saved proposal still stands. */
export async function considerOne(
  ports: CoordinatorPorts,
  knowledge: Knowledge,
  { record, asked, known, earlier, settings, isSuggestion, track, places }: Due,
  signal: AbortSignal,
): Promise<Considered> {
  const { answering } = ports;
  const { id, number, title, textHash } = record.seen;
  const origin = [earlier.same?.number, earlier.same?.answer, answering.answerer?.name, settings.policy];
  const basis = fingerprint(JSON.stringify([edition, title, textHash, knowledge.made, origin]));
  const before = known?.textHash === textHash ? known : undefined;
  const about = { id, number, title };
  // A posted answer is never rewritten: people have read it.
  if (before !== undefined && (before.basis === basis || hasPosted(record))) {
    const waits = waitsForApproval(before, isSuggestion);
    return {
      ...about,
      proposal: { ...before, isSuggestion: waits, trackRecord: track },
      isNew: before.isSuggestion !== waits,
    };
  }
  const place = await placeOf(ports, record, asked, places);
  const isUnread = place === "unread" ? { isUnread: true as const } : {};
  const made = place === "unread" ? fingerprint(JSON.stringify([basis, place])) : basis;
  if (before?.basis === made) return { ...about, proposal: before, isNew: false, ...isUnread };
  // A rebuilt index knows that an answer was posted but not its text. Answerers cost money and are not called
  // twice.
  const answerer = hasPosted(record) ? undefined : answering.answerer;
  const worked = await propose(asked, earlier, {
    knowledge,
    settings,
    signal,
    answerer,
    secrets: answering.secrets,
    place: place === "unread" ? undefined : place,
    tracks: () => tracksIn(ports, record.seen.repositoryId),
    failed: (because) => {
      if (!signal.aborted) noteFailure(ports, record, because);
    },
  });
  const waits = waitsForApproval(worked, isSuggestion);
  return {
    ...about,
    proposal: { textHash, basis: made, isSuggestion: waits, trackRecord: track, ...worked },
    isNew: true,
    ...isUnread,
  };
}

/**
 * The occurrences in the tree of the name that a question asks about; for any other question nothing is read.
 */
async function placeOf(
  { reports: { logger } }: CoordinatorPorts,
  record: IssueRecord,
  question: AskedQuestion,
  places: Places,
): Promise<PlaceSearch | "unread" | undefined> {
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

async function tracksIn(
  { store }: CoordinatorPorts,
  repositoryId: RepositoryId,
): Promise<readonly TrackState[]> {
  const kinds = ["task", "question", "handover"] as const;
  const records = await Promise.all(kinds.map((kind) => store.ofKind(repositoryId, kind, newest)));
  return tracksOf(records.flat(), []);
}

/**
 * In every mode an uncertain answer waits for a person. One posted before certainty was recorded counts as
 * certain.
 */
function waitsForApproval(worked: Worked, isSuggestion: boolean): boolean {
  return isSuggestion || (worked.proposed.type === "answer" && worked.proposed.isCertain === false);
}

function noteFailure(
  { reports: { note, logger }, clock, answering: { answerer } }: CoordinatorPorts,
  { seen }: IssueRecord,
  because: string,
) {
  const what = `continue without ${answerer?.name ?? "an answerer"}`;
  logger.warn({ issue: seen.number, because }, "an answerer failed");
  const entry = { repositoryId: seen.repositoryId, issueId: seen.id, kind: "answerer-failed" };
  void note({ at: clock.now(), ...entry, because: `${answerer?.name}: ${because}.`, what });
}

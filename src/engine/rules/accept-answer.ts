/**
 * Of several answers the earliest by somebody who may settle the question counts. Earlier ones whose author's role
 * cannot be read hold the rest back: accepting the second and learning of the first later would be worse than waiting.
 */
import type { Millis } from "../../base/clock.ts";
import { parseCommands } from "../../protocol/command.ts";
import { rulingOnAll } from "../authority.ts";
import { escalationsAbout } from "../escalations.ts";
import type { Actor, NodeId } from "../fact.ts";
import type { Accepted } from "../memory.ts";
import { mayShow } from "../privacy.ts";
import { acceptedInForce, questionStanding } from "../question-standing.ts";
import {
  type LookAgain,
  lookAgain,
  nothing,
  type RememberRule,
  roleRetryMs,
  type Situation,
} from "../rule.ts";
import { isAdmitted, trustOf, wordsOf } from "../trust.ts";

export const acceptAnswer: RememberRule = { name: "accept-answer", remember };

type By = Pick<Actor, "id" | "login">;

interface Candidate {
  readonly id: NodeId;
  readonly number: number | undefined;
  /** Whose words they are: all of them must be allowed to settle the question. */
  readonly by: readonly [By, ...By[]];
  readonly decision: string;
  readonly createdAt: Millis;
}

function remember(situation: Situation) {
  const { record } = situation;
  if (record.reading.kind !== "question" || record.reading.message === undefined || !isAdmitted(record))
    return nothing;
  const { accepted, ...rest } = record.memory;
  const disputed = accepted !== undefined && acceptedInForce(record) === undefined;
  if (accepted !== undefined && hasLostTrust(situation, accepted))
    return { memory: rest, looks: answerIssues(situation) };
  const standing = questionStanding(record);
  if (standing === "answered" || standing === "withdrawn" || standing === "dead") return nothing;
  const choice = earliest(situation, candidates(situation));
  if (choice === "unknown")
    return { looks: [lookAgain(record, roleRetryMs, "An answerer's role could not be read.")] };
  if (choice === undefined) return disputed && standing !== "answer deleted" ? { memory: rest } : nothing;
  return { memory: { ...rest, accepted: choice }, looks: answerIssues(situation) };
}

/** Until the question is closed, whoever settled it must still be trusted (trust rule 2). */
function hasLostTrust({ view, record, context }: Situation, { by }: Accepted): boolean {
  if (record.seen.standing.state === "closed") return false;
  return trustOf(view, record.seen.repositoryId, by, context) === "untrusted";
}

function earliest(
  { view, record, context }: Situation,
  all: readonly Candidate[],
): Accepted | "unknown" | undefined {
  for (const candidate of all) {
    const ruling = rulingOnAll(view, record, candidate.by, context);
    if (ruling.allowed === "unknown") return "unknown";
    if (ruling.allowed) return acceptedFrom(candidate, ruling.row);
  }
  return undefined;
}

function acceptedFrom({ id, number, by, decision, createdAt }: Candidate, row: string): Accepted {
  const [{ id: actorId, login }] = by;
  const numbered = number === undefined ? {} : { number };
  return { answer: id, ...numbered, by: { id: actorId, login }, decision, createdAt, row };
}

/** Answers by issue and by comment, earliest first, none older than the last reopening and none deleted. */
function candidates(situation: Situation): readonly Candidate[] {
  const { seen, memory } = situation.record;
  const since = seen.reopenedAt ?? 0;
  const goneId = memory.accepted?.gone === true ? memory.accepted.answer : undefined;
  return [...fromIssues(situation), ...fromComments(situation), ...fromEscalations(situation)]
    .filter(({ id, createdAt }) => createdAt >= since && id !== goneId)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

function fromIssues({ view, record, context }: Situation): readonly Candidate[] {
  return (view.namedBy.get(record.seen.id) ?? []).flatMap((id) => {
    const answer = view.records.get(id);
    const message = answer?.reading.kind === "answer" ? answer.reading.message : undefined;
    if (answer === undefined || message?.kind !== "answer" || !isAdmitted(answer)) return [];
    if (!mayShow(view, record, answer.seen)) return [];
    const { number, createdAt, standing } = answer.seen;
    const takenBack = standing.state === "closed" && standing.reason !== "completed";
    const [first, ...others] = wordsOf(view, answer, context);
    return first === undefined || takenBack
      ? []
      : [{ id, number, by: [first, ...others], decision: message.decision, createdAt }];
  });
}

function fromComments({ record }: Situation): readonly Candidate[] {
  return record.seen.comments.flatMap(({ id, author, text, createdAt }) =>
    parseCommands(text).flatMap((command) =>
      command.name === "answer"
        ? [{ id, number: undefined, by: [author], decision: command.decision, createdAt }]
        : [],
    ),
  );
}

/** What a person decided counts as an answer of theirs, given when they decided. */
function fromEscalations({ view, record }: Situation): readonly Candidate[] {
  return escalationsAbout(view, record.seen.id).flatMap(({ seen, memory }) => {
    if (memory.decided === undefined || !mayShow(view, record, seen)) return [];
    const { by, text, createdAt } = memory.decided;
    const number = seen.repositoryId === record.seen.repositoryId ? seen.number : undefined;
    return [{ id: seen.id, number, by: [by], decision: text, createdAt }];
  });
}

/** Answers and escalations whose question is settled have something else to show now. */
function answerIssues({ view, record }: Situation): readonly LookAgain[] {
  return (view.namedBy.get(record.seen.id) ?? []).flatMap((id) => {
    const other = view.records.get(id);
    const isAbout = other?.reading.kind === "answer" || other?.reading.kind === "escalation";
    return other !== undefined && isAbout ? [lookAgain(other, 0, "Its question was answered.")] : [];
  });
}

/**
 * Of several answers the earliest by somebody who may settle the question counts. Earlier ones whose author's role
 * cannot be read hold the rest back: accepting the second and learning of the first later would be worse than waiting.
 */
import type { Millis } from "../../base/clock.ts";
import { parseCommands } from "../../protocol/command.ts";
import type { Actor, NodeId } from "../fact.ts";
import type { Accepted } from "../memory.ts";
import { acceptedInForce, questionStanding } from "../question-standing.ts";
import {
  type LookAgain,
  lookAgain,
  nothing,
  type RememberRule,
  roleRetryMs,
  type Situation,
} from "../rule.ts";
import { roleIn } from "../snapshot.ts";
import { isAdmitted, trustOf } from "../trust.ts";

export const acceptAnswer: RememberRule = { name: "accept-answer", remember };

interface Candidate {
  readonly id: NodeId;
  readonly number: number | undefined;
  readonly author: Actor;
  /** Whose words they are now, if somebody else edited them: both must be allowed to settle the question. */
  readonly editor: Actor | undefined;
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
  if (standing !== "open" && standing !== "closed without an answer") return nothing;
  const choice = earliest(situation, candidates(situation));
  if (choice === "unknown")
    return { looks: [lookAgain(record, roleRetryMs, "An answerer's role could not be read.")] };
  if (choice === undefined) return disputed ? { memory: rest } : nothing;
  return { memory: { ...rest, accepted: choice }, looks: answerIssues(situation) };
}

/** Until the question is closed, whoever settled it must still be trusted (trust rule 2). */
function hasLostTrust({ view, record, context }: Situation, { by }: Accepted): boolean {
  if (record.seen.standing.state === "closed") return false;
  return trustOf(view, record.seen.repositoryId, by, context) === "untrusted";
}

/** Whether `author` may settle the question: trusted, and not the one who asked. */
export function maySettle(
  { view, record, context }: Situation,
  author: Actor | undefined,
): boolean | "unknown" {
  if (author === undefined || author.id === record.seen.author?.id) return false;
  const trust = trustOf(view, record.seen.repositoryId, author, context);
  return trust === "unknown" ? "unknown" : trust === "trusted";
}

function earliest(situation: Situation, all: readonly Candidate[]): Accepted | "unknown" | undefined {
  for (const candidate of all) {
    const allowed = mayCount(situation, candidate);
    if (allowed === "unknown") return "unknown";
    if (allowed) return acceptedFrom(situation, candidate);
  }
  return undefined;
}

function mayCount(situation: Situation, { author, editor }: Candidate): boolean | "unknown" {
  const verdicts = [author, editor ?? author].map((person) => maySettle(situation, person));
  if (verdicts.includes(false)) return false;
  return verdicts.includes("unknown") ? "unknown" : true;
}

function acceptedFrom(
  { view, record }: Situation,
  { id, number, author, decision, createdAt }: Candidate,
): Accepted {
  const role = roleIn(view, record.seen.repositoryId, author.id);
  const by = { id: author.id, login: author.login };
  const row = `write access settles questions (role ${role})`;
  return { answer: id, ...(number === undefined ? {} : { number }), by, decision, createdAt, row };
}

/** Answers by issue and by comment, earliest first, none older than the last reopening. */
function candidates(situation: Situation): readonly Candidate[] {
  const since = situation.record.seen.reopenedAt ?? 0;
  return [...fromIssues(situation), ...fromComments(situation)]
    .filter((candidate) => candidate.createdAt >= since)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

function fromIssues({ view, record }: Situation): readonly Candidate[] {
  return (view.namedBy.get(record.seen.id) ?? []).flatMap((id) => {
    const answer = view.records.get(id);
    const message = answer?.reading.kind === "answer" ? answer.reading.message : undefined;
    if (answer === undefined || message?.kind !== "answer" || !isAdmitted(answer)) return [];
    const { author, editor, number, createdAt, standing } = answer.seen;
    const takenBack = standing.state === "closed" && standing.reason !== "completed";
    return author === undefined || takenBack
      ? []
      : [{ id, number, author, editor, decision: message.decision, createdAt }];
  });
}

function fromComments({ record }: Situation): readonly Candidate[] {
  return record.seen.comments.flatMap(({ id, author, text, createdAt }) =>
    parseCommands(text).flatMap((command) =>
      command.name === "answer"
        ? [{ id, number: undefined, author, editor: undefined, decision: command.decision, createdAt }]
        : [],
    ),
  );
}

function answerIssues({ view, record }: Situation): readonly LookAgain[] {
  return (view.namedBy.get(record.seen.id) ?? []).flatMap((id) => {
    const answer = view.records.get(id);
    return answer?.reading.kind === "answer" ? [lookAgain(answer, 0, "Its question was answered.")] : [];
  });
}

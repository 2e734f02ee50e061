/** What an issue's status comment says: a function of how things stand, never of how they came about. */
import { mendedBody } from "../protocol/mend.ts";
import type {
  AnswerStatusData,
  BlockerLine,
  Mending,
  QuestionStatusData,
  TaskStatusData,
  Text,
} from "../protocol/text.ts";
import type { Blocker, BlockerVerdict } from "./blockers.ts";
import { nameOf } from "./blockers.ts";
import type { NodeId } from "./fact.ts";
import { visibilityMs } from "./fold.ts";
import { namedIn } from "./names.ts";
import { problemsOf } from "./problems.ts";
import { acceptedInForce, questionStanding } from "./question-standing.ts";
import type { Situation } from "./rule.ts";
import { maySettle } from "./rules/accept-answer.ts";
import { taskStanding } from "./task-status.ts";
import { isAdmitted } from "./trust.ts";
import { recordOf, repositoryOf } from "./view.ts";

export interface StatusText {
  readonly text: Text;
  /** Whether it says something worth a first comment, which notifies. */
  readonly isNews: boolean;
}

export function statusText(situation: Situation): StatusText {
  const { record } = situation;
  if (!isAdmitted(record))
    return { text: { name: "needs-approval", data: { bodyHash: record.seen.bodyHash } }, isNews: true };
  switch (record.reading.kind) {
    case "task":
      return ofTask(situation);
    case "question":
      return ofQuestion(situation);
    default:
      return ofAnswer(situation);
  }
}

const inWords: Readonly<Record<BlockerVerdict, string>> = {
  settled: "settled",
  withdrawn: "withdrawn",
  open: "open",
  reopened: "reopened",
  unanswered: "closed without an accepted answer",
  dead: "closed, but not as completed",
  lost: "deleted or moved out of sight",
  unknown: "not readable",
};

function ofTask(situation: Situation): StatusText {
  const { view, record } = situation;
  const standing = taskStanding(view, record);
  const isClosed = record.seen.standing.state === "closed";
  const data: TaskStatusData = {
    status: isClosed ? "closed" : standing.status,
    warned: standing.warned,
    inTheWay: isClosed ? [] : standing.inTheWay.map(line),
    settled: standing.blockers.filter(({ verdict }) => verdict === "settled").map(line),
    ring: isClosed ? [] : ringNames(situation, standing.ring ?? []),
    asksPerson:
      !isClosed && standing.inTheWay.some(({ verdict }) => ["dead", "lost", "unknown"].includes(verdict)),
    removed: removedEdges(situation),
    mending: mending(situation),
    refused: refusals(situation),
  };
  const isNews = standing.blockers.length > 0 || data.mending.problems.length > 0;
  return { text: { name: "status-task", data }, isNews };
}

function ofQuestion(situation: Situation): StatusText {
  const { record } = situation;
  const accepted = acceptedInForce(record);
  const removed = removedEdges(situation);
  const data: QuestionStatusData = {
    standing: questionStanding(record),
    decision: accepted?.decision,
    answeredBy: accepted?.by.login,
    answer: accepted?.number === undefined ? undefined : `#${accepted.number}`,
    policyRow: accepted?.row,
    blocks: tasksHeld(situation, removed),
    removed,
    mending: mending(situation),
    refused: refusals(situation),
  };
  return { text: { name: "status-question", data }, isNews: data.standing !== "withdrawn" };
}

/** Tasks that the text names, unless a person took them away again. */
function tasksHeld(situation: Situation, removed: readonly string[]): readonly string[] {
  const { view, record } = situation;
  const tasks = namedIn(record.reading)
    .flatMap((ref) => recordOf(view, record, ref) ?? [])
    .filter(({ reading }) => reading.kind === "task");
  const names = tasks.map(({ seen }) => nameOfId(situation, seen.id));
  return names.filter((name) => !removed.includes(name));
}

function ofAnswer(situation: Situation): StatusText {
  const data: AnswerStatusData = {
    notApplied: notApplied(situation),
    mending: mending(situation),
    refused: refusals(situation),
  };
  return {
    text: { name: "status-answer", data },
    isNews: data.notApplied !== undefined || data.mending.problems.length > 0,
  };
}

/** Why a readable answer did not settle its question. */
function notApplied({ view, record, context }: Situation): string | undefined {
  const message = record.reading.kind === "answer" ? record.reading.message : undefined;
  const question = message?.kind === "answer" ? recordOf(view, record, message.answers) : undefined;
  if (question === undefined || question.reading.kind !== "question") return undefined;
  const accepted = acceptedInForce(question);
  if (accepted?.answer === record.seen.id) return undefined;
  if (maySettle({ view, record: question, context }, record.seen.author) === false) {
    return "Whoever asks a question does not settle it: somebody else with write access has to.";
  }
  return accepted === undefined ? undefined : "An earlier answer settled the question.";
}

function line({ name, title, verdict, decision }: Blocker): BlockerLine {
  return { name, title, state: inWords[verdict], decision };
}

function nameOfId({ view, record }: Situation, id: NodeId): string {
  const other = view.records.get(id);
  const repository = other && repositoryOf(view, other);
  if (other === undefined || repository === undefined) return "another issue";
  const { number, repositoryId } = other.seen;
  return nameOf(record, { owner: repository.owner, repo: repository.name, number, repositoryId });
}

/** How many members of a ring a comment names. */
const ringNamed = 20;

function ringNames(situation: Situation, ring: readonly NodeId[]): readonly string[] {
  const names = ring.slice(0, ringNamed).map((id) => nameOfId(situation, id));
  return ring.length > ringNamed ? [...names, `${ring.length - ringNamed} more`] : names;
}

/** Edges that this text made and that no longer stand: a person removed them, and text does not make them again. */
function removedEdges(situation: Situation): readonly string[] {
  const { view, record } = situation;
  const { blockedBy, blocking } = record.seen;
  const standing = new Set(
    (record.reading.kind === "task" ? blockedBy : blocking).issues.map(({ id }) => id),
  );
  const named = new Set(namedIn(record.reading).flatMap((ref) => recordOf(view, record, ref)?.seen.id ?? []));
  const isSettled = (id: NodeId): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) >= visibilityMs;
  const gone = record.memory.edges.filter((id) => named.has(id) && !standing.has(id) && isSettled(id));
  return gone.map((id) => nameOfId(situation, id));
}

function mending(situation: Situation): Mending {
  const { reading, seen } = situation.record;
  const problems = problemsOf(situation);
  if (reading.kind === undefined || problems.length === 0 || reading.problems.length === 0)
    return { problems, mended: undefined };
  const { title, body, labels, nativeType } = seen;
  const input = nativeType === undefined ? { title, body, labels } : { title, body, labels, nativeType };
  return { problems, mended: mendedBody(input, reading) };
}

function refusals({ view, record }: Situation): readonly string[] {
  return (view.refusals.get(record.seen.id) ?? []).map(({ message }) => message);
}

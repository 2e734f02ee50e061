/** Tells the agent that asked what became of its question. */
import { isPerson } from "../../admission/authority.ts";
import { voiceOfComment } from "../../admission/speaking/voice.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { openEscalations } from "../../escalations/escalation-state.ts";
import { settledWords } from "../../matters/text-version.ts";
import { currentAcceptedAnswer, questionState } from "../../messages/question-state.ts";
import type { NoteSender } from "../../model/note.ts";
import type { Accepted } from "../../model/persisted-state.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { namedRecords } from "../../model/view.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { senderIn, senderOf, writersOf } from "../written-by.ts";

/** Dropped once the tasks that waited for it are closed. */
export const questionAnswered: NoteSource = {
  name: "question-answered",
  notesOn: (input) => {
    const { record } = input;
    const accepted = record.reading.kind === "question" ? currentAcceptedAnswer(record) : undefined;
    if (accepted === undefined || isWorkOver(input)) return [];
    const from = answererOf(input, accepted);
    return askersOf(input)
      .filter((to) => to !== from.name)
      .map((to) => ({
        ...({ kind: "question-answered", priority: "now", isNews: true } as const),
        to,
        at: accepted.at,
        key: accepted.word,
        from,
        text: `Your question was answered${editedBy(accepted)}: ${settledWords(record, accepted.decision)}`,
      }));
  },
};

export const questionClosed: NoteSource = {
  name: "question-closed",
  notesOn: (input) => {
    const { record } = input;
    const { closedAt, closedBy, author } = record.seen;
    if (record.reading.kind !== "question" || closedAt === undefined || closedBy?.id === author?.id)
      return [];
    const state = questionState(record);
    if (state === "open" || state === "answered" || state === "answer deleted") return [];
    const by = closedBy === undefined ? "" : ` by ${closedBy.login}`;
    return askersOf(input).map((to) => ({
      ...({ kind: "question-closed", priority: "now", isNews: true } as const),
      to,
      at: closedAt,
      key: String(closedAt),
      text: `Your question was closed without an answer${by}.`,
    }));
  },
};

/** Dropped once it is decided. */
export const questionEscalated: NoteSource = {
  name: "question-escalated",
  notesOn: (input) => {
    const { view, record } = input;
    if (record.reading.kind !== "question" || questionState(record) !== "open") return [];
    return openEscalations(view, record.seen.id).flatMap((escalation) => {
      const name = issueNameById(input, escalation.seen.id);
      return askersOf(input).map((to) => ({
        ...({ kind: "question-escalated", priority: "soon" } as const),
        to,
        at: escalation.seen.createdAt,
        key: escalation.seen.id,
        refs: [name],
        text: `A person is asked to decide your question: ${name}.`,
      }));
    });
  },
};

/** Whether all tasks that it was asked for are closed: nobody builds on the answer any more. */
function isWorkOver({ view, record }: RuleInput): boolean {
  const tasks = namedRecords(view, record).filter(({ reading }) => reading.kind === "task");
  return tasks.length > 0 && tasks.every(({ seen }) => seen.issueState.state === "closed");
}

function askersOf(input: RuleInput): readonly string[] {
  const { view, record } = input;
  if (!isAdmitted(record)) return [];
  return writersOf(input, record, namedRecords(view, record));
}

function editedBy({ editor }: Accepted): string {
  return editor === undefined ? "" : `, in words that ${editor.login} edited`;
}

function answererOf(input: RuleInput, accepted: Accepted): NoteSender {
  const { view, record, context } = input;
  const issue: IssueRecord | undefined = view.records.get(accepted.word);
  const comment = record.seen.comments.find(({ id }) => id === accepted.word);
  // Whose words they were when they were accepted: somebody may have taken over what its author may not say.
  const spoken = issue?.seen.author?.id === accepted.by.id ? senderOf(input, issue) : undefined;
  const sender = spoken ?? (comment && senderIn(voiceOfComment(record, comment, context)));
  const proof = isPerson(accepted.by, context) ? "person" : "account";
  return sender ?? { name: accepted.by.login, proof };
}

/** Tells an agent that its answer had no effect: nobody else would, and it goes on as if it had one. */
import { voiceOfComment } from "../../admission/speaking/voice.ts";
import { isAdmitted } from "../../admission/trust.ts";
import { questionState } from "../../messages/question-state.ts";
import { parseCommentKey } from "../../model/keys/comment-key.ts";
import type { NoteSource } from "../../model/rule.ts";
import { spokenCommands } from "../../model/spoken-commands.ts";
import { explainUnusedAnswer } from "../../questions/answer-status-text.ts";
import { writersOf } from "../written-by.ts";

/** An answer in an issue of its own. Dropped once that is closed, or the answer counts. */
export const answerUnused: NoteSource = {
  name: "answer-unused",
  notesOn: (input) => {
    const { record } = input;
    const isOpen = record.seen.issueState.state === "open";
    if (record.reading.kind !== "answer" || !isOpen || !isAdmitted(record)) return [];
    const because = explainUnusedAnswer(input);
    if (because === undefined) return [];
    return writersOf(input, record).map((to) => ({
      ...({ kind: "answer-refused", priority: "now" } as const),
      to,
      at: record.seen.updatedAt,
      key: record.seen.textHash,
      text: `Your answer had no effect. ${because}`,
    }));
  },
};

/** An answer in a comment that we replied to, which we do only to refuse. Dropped once the question is answered. */
export const answerRefused: NoteSource = {
  name: "answer-refused",
  notesOn: (input) => {
    const { record, context } = input;
    if (record.reading.kind !== "question" || questionState(record) !== "open") return [];
    return record.seen.own.flatMap(({ key: written, text, createdAt }) => {
      const key = parseCommentKey(written);
      const comment =
        key?.type === "reply" ? record.seen.comments.find(({ id }) => id === key.commentId) : undefined;
      const isAnswer = comment && spokenCommands(comment).some(({ name }) => name === "answer");
      const speaker = isAnswer === true ? voiceOfComment(record, comment, context).speaker : undefined;
      if (comment === undefined || speaker?.type !== "agent") return [];
      return [
        {
          ...({ kind: "answer-refused", priority: "now" } as const),
          to: speaker.name,
          at: createdAt,
          key: comment.id,
          text: `Your answer had no effect. The reply to it says:\n${text}`,
        },
      ];
    });
  },
};

/** Tells agents what others say to them: by `/tell`, or by mentioning them in a comment or an issue. */
import { splitEnvelope } from "../../../protocol/envelope/split-envelope.ts";
import { shownText } from "../../../protocol/markdown/readable.ts";
import { mentionsIn } from "../../../protocol/references/mention.ts";
import { voiceOfComment } from "../../admission/speaking/voice.ts";
import { isAdmitted } from "../../admission/trust.ts";
import type { CommentSeen } from "../../model/fact.ts";
import type { NoteSender, ProposedNote } from "../../model/note.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import { spokenCommands } from "../../model/spoken-commands.ts";
import { addressedBy } from "../addressees.ts";
import { senderIn, senderOf } from "../written-by.ts";

export const told: NoteSource = {
  name: "told",
  notesOn: (input) => {
    const { record } = input;
    return record.seen.comments
      .filter(({ id, missing }) => missing !== "deleted" && record.persisted.obeyed.includes(id))
      .flatMap((comment) =>
        commandsTo(input, comment).flatMap(({ to, text }) =>
          spoken(input, comment, to).map(
            (note) => ({ ...note, kind: "told", priority: "soon", text }) as const,
          ),
        ),
      );
  },
};

/** What a comment tells an agent by a command, it does not mention too. */
export const mentioned: NoteSource = {
  name: "mentioned",
  notesOn: (input) => {
    const { seen, persisted } = input.record;
    const counting = new Set(persisted.mentions.flatMap(({ comment, counts }) => (counts ? comment : [])));
    const inComments = seen.comments
      .filter(({ id, missing }) => missing !== "deleted" && counting.has(id))
      .flatMap((comment) => {
        const others = commandsTo(input, comment).flatMap(({ to }) => to);
        const names = mentionsIn(comment.text).filter((name) => !others.includes(name));
        const words = shownText(splitEnvelope(comment.text).words);
        return spoken(input, comment, names).map(
          (note): ProposedNote => ({ ...note, kind: "mentioned", priority: "soon", text: words }),
        );
      });
    return [...inComments, ...inBody(input)];
  },
};

/** Only in a text as it was created: an edit could mention agents over and over. */
function inBody(input: RuleInput): readonly ProposedNote[] {
  const { record } = input;
  const { body, editor, createdAt, title } = record.seen;
  if (editor !== undefined || !isAdmitted(record)) return [];
  const from = senderOf(input, record);
  return mentionsIn(body)
    .filter((name) => name !== from?.name)
    .map((to) => ({
      ...({ kind: "mentioned", priority: "soon", isNews: true } as const),
      to,
      at: createdAt,
      key: "body",
      from,
      text: `${title}\n${shownText(splitEnvelope(body).words)}`,
    }));
}

function commandsTo(input: RuleInput, comment: CommentSeen) {
  return spokenCommands(comment).flatMap((command) =>
    command.name === "tell" ? addressedBy(input, command) : [],
  );
}

function spoken({ record, context }: RuleInput, comment: CommentSeen, names: readonly string[]) {
  const from: NoteSender | undefined = senderIn(voiceOfComment(record, comment, context));
  return names
    .filter((name) => name !== from?.name)
    .map((to) => ({ to, at: comment.createdAt, key: comment.id, from, isNews: true as const }));
}

/**
 * Everything that keeps a message from its effect and that its author can mend: of its form, and of what it names. What
 * is closed needs no mending.
 */
import type { Problem } from "../protocol/kind.ts";
import { formatRef, type Ref } from "../protocol/ref.ts";
import { namedIn } from "./names.ts";
import type { Situation } from "./rule.ts";
import { recordOf, repositoryNamed } from "./view.ts";

export function problemsOf(situation: Situation): readonly Problem[] {
  const { reading, seen } = situation.record;
  if (reading.kind === undefined || seen.standing.state === "closed") return [];
  return [...reading.problems, ...namedIn(reading).flatMap((ref) => problemWith(situation, ref) ?? [])];
}

function problemWith(situation: Situation, ref: Ref): Problem | undefined {
  const { view, record } = situation;
  const name = formatRef(ref);
  if (repositoryNamed(view, record, ref) === undefined) {
    return { message: `\`${name}\` is in a repository that signalbox does not serve.` };
  }
  const named = recordOf(view, record, ref);
  if (named === undefined) return { message: `There is no issue \`${name}\`.` };
  if (named.seen.id === record.seen.id) return { message: `\`${name}\` is this issue itself.` };
  return wrongKind(record.reading.kind, named.reading.kind, name);
}

function wrongKind(kind: string | undefined, named: string | undefined, name: string): Problem | undefined {
  if (kind === "question" && named !== "task")
    return { section: "Blocking task", message: `\`${name}\` is not a task.` };
  if (kind === "answer" && named !== "question")
    return { section: "Answers", message: `\`${name}\` is not a question.` };
  return undefined;
}

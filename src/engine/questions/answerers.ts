/** Whose words an accepted answer is: who gave it, and who else edited its text before it was accepted. */
import type { Accepted } from "../model/persisted-state.ts";

type Answerer = Accepted["by"];

export function answerersIn({
  by,
  editor,
}: Pick<Accepted, "by" | "editor">): readonly [Answerer, ...Answerer[]] {
  return editor === undefined ? [by] : [by, editor];
}

/** Their logins, for a line of ours: `alice, edited by bob`. */
export function nameAnswerers({ by, editor }: Pick<Accepted, "by" | "editor">): string {
  return editor === undefined ? by.login : `${by.login}, edited by ${editor.login}`;
}

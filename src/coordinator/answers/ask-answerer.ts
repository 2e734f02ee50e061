/**
 * Sends the best passages to the configured answerer and checks its reply. The answerer gets only current
 * passages without secrets, as data, and can do nothing but reply.
 */

import { isClean } from "../gates/output-scan.ts";
import { citationOf, type Passage } from "../passage/passage.ts";
import { retrieve } from "../search/retrieve.ts";
import type { SearchableStore } from "../search/searchable-store.ts";
import type { WrittenQuestion } from "../written-question.ts";
import type { Answerer } from "./answerer.ts";
import { type CheckedReply, checkedReply, type ShownPassage } from "./checked-reply.ts";
import { findingsOf } from "./findings.ts";
import { isOutcome } from "./quote.ts";

/** Enough: in a study of curated pages, the first ten included the right one for 63 of 72 questions. */
const maxPassages = 10;
const maxPassageCharacters = 4_000;
const maxUnderCharacters = 300;

/** The checked reply; `failed` without one that could be checked. */
export type Answered = CheckedReply | { readonly type: "failed"; readonly because: string };

export interface AskOptions {
  readonly answerer: Answerer;
  readonly store: SearchableStore;
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

export async function askAnswerer(
  question: WrittenQuestion,
  { answerer, store, secrets, signal }: AskOptions,
): Promise<Answered> {
  const shown = passagesFor(question, store, secrets);
  if (shown.length === 0) return { type: "declined" };
  const { title, body, options } = question;
  const passages = shown.map(({ number, citation, under = "", text }) => ({ number, citation, under, text }));
  const result = await answerer.answer({ title, body, options, passages }, signal);
  return result.type === "failed" ? result : checkedReply(result.reply, shown);
}

/**
 * The best current passages. A superseded one is replaced by its successor, and a passage of a record by the
 * record's outcome.
 */
function passagesFor(
  question: WrittenQuestion,
  store: SearchableStore,
  secrets: readonly string[],
): readonly ShownPassage[] {
  const { index } = store;
  const { current } = findingsOf(retrieve(index, question), store);
  const passages = current.slice(0, maxPassages).flatMap(({ passage }) => {
    const all = (index.documents.get(passage.path) ?? []).flatMap((number) => index.passages[number] ?? []);
    return [...(passage.isDecision ? all.filter(({ headings }) => isOutcome(headings)) : []), passage];
  });
  return [...new Set(passages)]
    .filter((passage) => passage.state === "current" && isCleanHere(passage, secrets))
    .slice(0, maxPassages)
    .map((passage, at) => ({
      number: at + 1,
      citation: citationOf(passage),
      under: [...new Set([passage.title, ...passage.headings])].join(" > ").slice(0, maxUnderCharacters),
      text: passage.text.slice(0, maxPassageCharacters),
      passage,
    }));
}

function isCleanHere({ text, title, headings }: Passage, secrets: readonly string[]): boolean {
  return isClean([title, ...headings, text].join("\n"), secrets);
}

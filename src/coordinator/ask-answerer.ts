/**
 * Asks whoever is configured to read the passages, and checks what comes back. A newcomer would show it the whole
 * store; it sees the best passages that hold no secret, as data, and can do nothing but reply.
 */
import type { Answerer } from "./answerer.ts";
import { type CheckedReply, checkedReply, type Shown } from "./checked-reply.ts";
import type { Asked, Store } from "./coordinate.ts";
import { isClean } from "./output-scan.ts";
import { citationOf, type Passage } from "./passage/passage.ts";
import { isOutcome } from "./quote.ts";
import type { Index } from "./search/index.ts";
import { retrieve } from "./search/retrieve.ts";
import { trained } from "./trained.ts";

const maxPassages = 8;
const passagesEach = 3;
const maxPassageCharacters = 4_000;

/** What an answerer's reply came to; `failed` when there was none that could be checked. */
export type Answered = CheckedReply | { readonly type: "failed"; readonly because: string };

export async function askAnswerer(
  answerer: Answerer,
  question: Asked,
  store: Store,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Answered> {
  const shown = passagesFor(question, store, secrets);
  if (shown.length === 0) return { type: "declined" };
  const { title, body, options } = question;
  const passages = shown.map(({ number, citation, text }) => ({ number, citation, text }));
  const result = await answerer.answer({ title, body, options, passages }, signal);
  return result.type === "failed" ? result : checkedReply(result.reply, shown);
}

/** The best current passages of the documents found, and of a decision its outcome; none that was superseded. */
function passagesFor(question: Asked, { index }: Store, secrets: readonly string[]): readonly Shown[] {
  const { hits } = retrieve(index, question, trained.ranking);
  return hits
    .flatMap(({ path, passages }) => [
      ...new Set([...outcomesIn(index, path), ...passages.slice(0, passagesEach)]),
    ])
    .filter(({ standing, text }) => standing === "current" && isClean(text, secrets))
    .slice(0, maxPassages)
    .map((passage, at) => ({
      number: at + 1,
      citation: citationOf(passage),
      text: passage.text.slice(0, maxPassageCharacters),
      passage,
    }));
}

/** What a record of a decision says was chosen, wherever the question's words stand in it. */
function outcomesIn({ documents, passages }: Index, path: string): readonly Passage[] {
  const all = (documents.get(path) ?? []).flatMap((number) => passages[number] ?? []);
  return all.filter(({ isDecision, headings }) => isDecision && isOutcome(headings));
}

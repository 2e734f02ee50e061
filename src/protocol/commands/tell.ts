/** `/tell ada …` on any issue: words for agents, which they find in their inbox. */
import type { CommandGrammar } from "./grammar.ts";

export interface TellCommand {
  readonly name: "tell";
  /** The addressees and the text. Which words are addressees depends on the settings. */
  readonly words: string;
}

export const tellCommand: CommandGrammar<TellCommand> = {
  name: "tell",
  usage: "/tell ada bob: <text>",
  purpose: "Tells agents something: by name, `role:reviewer`, `track:api` or `everyone`.",
  who: "anyone with write access",
  takes: "comment",
  endsInWords: true,
  read: (argument) => (/\s/.test(argument) ? { name: "tell", words: argument } : undefined),
};

export interface Told {
  /** Lower-case, without `@`. */
  readonly to: readonly string[];
  readonly text: string;
}

/** One addressee, and the colon that ends the list. A role and a track have a colon inside. */
const addressee = /^[\s,]*@?((?:role:|track:)?[^\s,:@]+)(:?)(?=[\s,]|$)/i;

/**
 * The leading words that are addressees, up to a colon or the first word that is none, and the rest.
 * @example readTell("ada, bob: it works", isAgent) // { to: ["ada", "bob"], text: "it works" }
 */
export function readTell({ words }: TellCommand, isAddressee: (word: string) => boolean): Told {
  const to: string[] = [];
  let rest = words;
  for (;;) {
    const [whole = "", word = "", colon] = addressee.exec(rest) ?? [];
    if (!isAddressee(word.toLowerCase())) break;
    to.push(word.toLowerCase());
    rest = rest.slice(whole.length);
    if (colon === ":") break;
  }
  return { to: [...new Set(to)], text: rest.trim() };
}

/** The first word, which should be an addressee. */
export function firstWord({ words }: TellCommand): string {
  return (words.split(/[\s,]/, 1)[0] ?? "").replace(/:$/, "");
}

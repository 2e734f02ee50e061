/**
 * A command that takes texts: one that begins as an item of a list, `- src/a.ts: asks`, is never meant as a flag.
 * commander takes every word that begins with a dash for one, except directly behind a flag.
 */
import { Command } from "commander";

export class WordsCommand extends Command {
  override parseOptions(words: string[]): ReturnType<Command["parseOptions"]> {
    const end = words.indexOf("--");
    return super.parseOptions(
      words.map((word, place) => (/^-\s/.test(word) && (end < 0 || place < end) ? ` ${word}` : word)),
    );
  }
}

/**
 * Remembers in the data folder which texts the commands on this machine showed to whom: a command that answers one of them
 * then names it, and an edit in between is noticed. What cannot be kept is not missed: the App asks again where it matters.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { keyOfRef, type ShownText, type ShownTexts } from "../../operations/commands/remembered-texts.ts";
import type { FullRef } from "../../protocol/references/ref.ts";

const text = z.object({
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  work: z.object({ head: z.string(), base: z.string() }).optional(),
});
const entries = z.array(z.tuple([z.string(), text]));
const remembered = 500;

export class ShownFile implements ShownTexts {
  readonly #path: string;
  readonly #reader: string;
  readonly #texts: Map<string, ShownText>;
  #isChanged = false;

  /** @param reader the agent that reads; empty for a person */
  constructor(home: string, reader: string) {
    this.#path = join(home, "shown-texts.json");
    this.#reader = reader;
    this.#texts = new Map(readEntries(this.#path));
  }

  textFor(ref: FullRef): ShownText | undefined {
    return this.#texts.get(this.#keyOf(ref));
  }

  note(ref: FullRef, noted: ShownText): void {
    const key = this.#keyOf(ref);
    this.#isChanged ||= !isSameText(this.#texts.get(key), noted);
    this.#texts.delete(key);
    this.#texts.set(key, noted);
  }

  forget(ref: FullRef): void {
    this.#isChanged = this.#texts.delete(this.#keyOf(ref)) || this.#isChanged;
  }

  /** Never throws. What two commands note at once, the later one keeps. */
  save(): void {
    if (!this.#isChanged) return;
    const whole = `${this.#path}.${process.pid}`;
    try {
      const kept = [...this.#texts].slice(-remembered);
      writeFileSync(whole, JSON.stringify(kept), { mode: 0o600 });
      renameSync(whole, this.#path);
    } catch {
      // A folder that is not there or cannot be written, as with an index elsewhere.
    }
  }

  #keyOf(ref: FullRef): string {
    return `${this.#reader} ${keyOfRef(ref)}`;
  }
}

function isSameText(known: ShownText | undefined, { textHash, work }: ShownText): boolean {
  return known?.textHash === textHash && known.work?.head === work?.head && known.work?.base === work?.base;
}

function readEntries(path: string): readonly (readonly [string, ShownText])[] {
  try {
    return entries.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? [];
  } catch {
    return [];
  }
}

/**
 * Remembers in the data folder which texts the commands on this machine showed to whom: a command that answers one of them
 * then names it, and an edit in between is noticed. What cannot be kept is not missed: the App asks again where it matters.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { keyOfRef, type ShownTexts } from "../../operations/commands/remembered-texts.ts";
import type { FullRef } from "../../protocol/references/ref.ts";

const entries = z.array(z.tuple([z.string(), z.string().regex(/^[0-9a-f]{64}$/)]));
const remembered = 500;

export class ShownFile implements ShownTexts {
  readonly #path: string;
  readonly #reader: string;
  readonly #hashes: Map<string, string>;
  #isChanged = false;

  /** @param reader the agent that reads; empty for a person */
  constructor(home: string, reader: string) {
    this.#path = join(home, "shown-texts.json");
    this.#reader = reader;
    this.#hashes = new Map(readEntries(this.#path));
  }

  hashFor(ref: FullRef): string | undefined {
    return this.#hashes.get(this.#keyOf(ref));
  }

  note(ref: FullRef, textHash: string): void {
    const key = this.#keyOf(ref);
    this.#isChanged ||= this.#hashes.get(key) !== textHash;
    this.#hashes.delete(key);
    this.#hashes.set(key, textHash);
  }

  /** Never throws. What two commands note at once, the later one keeps. */
  save(): void {
    if (!this.#isChanged) return;
    const whole = `${this.#path}.${process.pid}`;
    try {
      const kept = [...this.#hashes].slice(-remembered);
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

function readEntries(path: string): readonly (readonly [string, string])[] {
  try {
    return entries.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? [];
  } catch {
    return [];
  }
}

/**
 * Collects the notes of all sources. Every note goes through here: it is shortened, without secrets and characters
 * that nobody sees, and reaches agents of the issue's own repository alone, so what is private stays there.
 */
import { utf8Length } from "../../protocol/characters.ts";
import { cleanText } from "../../protocol/render/clean-text.ts";
import { newsMs, type ProposedNote } from "../model/note.ts";
import { type NoteSource, nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { agentsHere } from "./agents-here.ts";

const maxBytes = 1_000;

export function showNotes(sources: readonly NoteSource[]): ProjectionRule {
  return { name: "show-notes", project: (input) => project(sources, input) };
}

function project(sources: readonly NoteSource[], input: RuleInput) {
  const all = sources.flatMap((source) => source.notesOn(input)).filter((note) => !isOld(note, input));
  if (all.length === 0) return nothing;
  const here = new Set(agentsHere(input).map(({ name }) => name));
  const notes = all.filter(({ to }) => here.has(to)).map((note) => ({ ...note, text: plainText(note.text) }));
  return { notes: [...new Map(notes.map((note) => [idOf(note), note])).values()] };
}

/** Otherwise a new index would bring back everything that ever happened. */
function isOld({ at, isNews }: ProposedNote, { context }: RuleInput): boolean {
  return isNews === true && at <= context.now - newsMs;
}

function idOf({ kind, key, to }: ProposedNote): string {
  return JSON.stringify([kind, key, to]);
}

/** Secrets are removed before the text is cut: the beginning of one would no longer look like one. */
function plainText(text: string): string {
  const clean = cleanText(text.slice(0, readLength)).replaceAll("\t", " ").trim();
  if (utf8Length(clean) <= maxBytes && text.length <= readLength) return clean;
  return `${startOf(clean, maxBytes - utf8Length("…")).trimEnd()}…`;
}

/** Comments can be 64 kB long; a secret that begins before the cut is still whole. */
const readLength = 8_000;

function startOf(text: string, bytes: number): string {
  let length = 0;
  let size = 0;
  for (const character of text) {
    size += utf8Length(character);
    if (size > bytes) break;
    length += character.length;
  }
  return text.slice(0, length);
}

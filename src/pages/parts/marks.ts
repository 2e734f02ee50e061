/** Shows a state as a shape and a word: colour alone says nothing to some readers, and on paper. */
import { Html, html } from "../html.ts";

export type Mark = "ready" | "in-progress" | "in-review" | "blocked" | "people" | "done" | "open";

const shapes: Readonly<Record<Mark, string>> = {
  // A ring, a half disc, a ring with a dot, a bar, a diamond, a tick and a dotted ring, in a box of 12.
  ready: '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  "in-progress":
    '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill="currentColor"/>',
  "in-review":
    '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8"/><circle cx="6" cy="6" r="1.9" fill="currentColor"/>',
  blocked:
    '<rect x="1" y="1" width="10" height="10" rx="2" fill="currentColor"/><path d="M3.2 6h5.6" class="gap"/>',
  people: '<path d="M6 .6 11.4 6 6 11.4.6 6z" fill="currentColor"/>',
  done: '<path d="m1.8 6.4 2.9 2.9L10.4 3" fill="none" stroke="currentColor" stroke-width="2"/>',
  open: '<circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="2.4 2.3"/>',
};

const words: Readonly<Record<Mark, string>> = {
  ready: "ready",
  "in-progress": "in progress",
  "in-review": "in review",
  blocked: "blocked",
  people: "waiting on people",
  done: "closed",
  open: "open",
};

export function shapeOf(mark: Mark): Html {
  return html`<svg class="mark ${mark}" viewBox="0 0 12 12" aria-hidden="true">${new Html(shapes[mark])}</svg>`;
}

/** All shapes, for a drawing that repeats them: `markIn` shows one. */
export function markSymbols(): Html {
  const symbols = Object.entries(shapes).map(
    ([name, shape]) => html`<symbol id="mark-${name}" viewBox="0 0 12 12">${new Html(shape)}</symbol>`,
  );
  return html`<defs>${symbols}</defs>`;
}

/** The shape at a place of a drawing that has all shapes. */
export function markIn(mark: Mark, x: number, y: number): Html {
  return html`<use href="#mark-${mark}" class="mark ${mark}" x="${x}" y="${y}" width="12" height="12"/>`;
}

/** The shape, and the state in words. */
export function stateOf(mark: Mark, text: string = words[mark]): Html {
  return html`<span class="state">${shapeOf(mark)} ${text}</span>`;
}

export function wordsFor(mark: Mark): string {
  return words[mark];
}

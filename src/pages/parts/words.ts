/** What people wrote, as Markdown. */
import { type Html, html } from "../html.ts";

/** @param home to which repository `#12` in the text belongs */
export function words(text: string): Html {
  return html`<div class="words plain">${text}</div>`;
}

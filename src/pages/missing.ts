/** What a reader gets for an issue that is not there. It says the same for one that they may not see. */
import type { Frame } from "./frame.ts";
import { html } from "./html.ts";
import { layout } from "./layout.ts";

export function missingPage(frame: Frame): string {
  const body = html`<div class="empty">
<h1>No such issue</h1>
<p>signalbox keeps issues with a <code>kind:</code> label, in the repositories that it serves and that you can see. A new one takes a moment to arrive.</p>
<p><a href="/board">Go to the board</a></p>
</div>`;
  return layout({ title: "No such issue", place: undefined, body }, frame);
}

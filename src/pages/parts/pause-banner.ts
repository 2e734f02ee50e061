/** Says on every page what is paused: a person who decides has to know that nothing of it is written yet. */
import type { Millis } from "../../base/clock.ts";
import { endOfPause } from "../../operations/output/pause-notice.ts";
import type { PausedRepository } from "../../operations/ports.ts";
import type { Frame } from "../frame.ts";
import { type Html, html, type Part } from "../html.ts";
import { agoInWords } from "./times.ts";

/** More are counted. */
const maxNamed = 5;

export function pauseBanner({ paused, now }: Pick<Frame, "paused" | "now">): Part {
  if (paused.length === 0) return undefined;
  const all = paused.find(({ by }) => by === "everything");
  const shown = all === undefined ? paused.slice(0, maxNamed) : [all];
  const left = all === undefined ? paused.length - shown.length : 0;
  const more = left > 0 && html`<li class="aside">and ${left} more</li>`;
  return html`<div class="notice paused" role="status"><p><strong>Paused: signalbox writes nothing to GitHub ${all === undefined ? "there" : "at all"}.</strong> What you decide or write is kept and counts; labels, replies and notices follow when the pause ends.</p>
<ul class="waits">${shown.map((each) => line(each, now))}${more}</ul></div>`;
}

function line(pause: PausedRepository, now: Millis): Html {
  const { by, owner, repo, since } = pause;
  const reason = by === "limit" ? "GitHub asked signalbox to wait" : pause.reason;
  const place = by === "everything" ? "Everything" : `${owner}/${repo}`;
  const when = since === undefined ? "by its settings" : html`since ${agoInWords(since, now)}`;
  const end = endOfPause(pause)
    .split("`")
    .map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
  return html`<li>${place}, ${when}${reason !== undefined && html`: ${reason}`}. It ends after ${end}</li>`;
}

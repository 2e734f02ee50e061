/** Times as readers want them: how long ago, with the whole time for those who point at it or have a script. */
import { type Millis, toIsoSeconds, toMinuteUtc } from "../../base/clock.ts";
import { type Html, html } from "../html.ts";

const units: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
];

/** `3 h`, `now`. `live.js` keeps it true while the page is open, by the same rule. */
function spanOf(ms: number): string {
  const [unit, name] = units.find(([length]) => Math.abs(ms) >= length) ?? [];
  return unit === undefined ? "now" : `${Math.floor(Math.abs(ms) / unit)} ${name}`;
}

/** How long ago; `data-age` has a script keep it true. */
export function ago(at: Millis, now: Millis, before = ""): Html {
  const label = before === "" ? "" : `${before} `;
  return html`<time datetime="${toIsoSeconds(at)}" title="${label}${toMinuteUtc(at)}" data-age="span">${spanOf(now - at)}</time>`;
}

/** The same in a sentence: `3 h ago`, `just now`. */
export function agoInWords(at: Millis, now: Millis): Html {
  const span = spanOf(now - at);
  const text = span === "now" ? "just now" : `${span} ago`;
  return html`<time datetime="${toIsoSeconds(at)}" title="${toMinuteUtc(at)}" data-age="ago">${text}</time>`;
}

/** `2026-11-22 16:00 UTC`. */
export function moment(at: Millis): Html {
  return html`<time datetime="${toIsoSeconds(at)}">${toMinuteUtc(at)}</time>`;
}

/** `16:00`, in UTC; the page says the day. */
export function timeOfDay(at: Millis): Html {
  return html`<time datetime="${toIsoSeconds(at)}" title="${toMinuteUtc(at)}">${toIsoSeconds(at).slice(11, 16)}</time>`;
}

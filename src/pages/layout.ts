/** The page around a page: heading, navigation, how up to date it is, theme, and the keys. */
import { toIsoSeconds } from "../base/clock.ts";
import { type Frame, themes } from "./frame.ts";
import { type Html, html, type Part } from "./html.ts";
import { pauseBanner } from "./parts/pause-banner.ts";
import { shortcuts } from "./parts/shortcuts.ts";
import { type Place, places } from "./places.ts";

export interface Page {
  readonly title: string;
  /** The page of the navigation that it belongs to. */
  readonly place: Place | undefined;
  readonly body: Html;
  /** It is not kept up to date: it answers a form, and fetching its address again would lose what it says. */
  readonly isStill?: boolean;
  /** A script that only this page needs. */
  readonly script?: string;
}

/** A whole document. */
export function layout({ title, place, body, isStill = false, script }: Page, frame: Frame): string {
  const theme = frame.theme === "system" ? undefined : html` data-theme="${frame.theme}"`;
  return html`<!doctype html>
<html lang="en"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${frame.theme === "system" ? "light dark" : frame.theme}">
${frame.changes !== undefined && html`<meta name="changes" content="${frame.changes}">`}
<title>${title} · signalbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/idiomorph.js" defer></script>
<script src="/assets/live.js" type="module"></script>
<script src="/assets/keys.js" type="module"></script>
${script !== undefined && html`<script src="${script}" type="module"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/board">signalbox</a>
<nav aria-label="Pages">
${places.map((each) => entry(each, each.path === place, each.path === "/escalations" ? frame.waiting : 0))}
</nav>
${account(frame)}
</header>
<main id="main" tabindex="-1"${isStill && html` data-still`}>
${pauseBanner(frame)}
${body}
</main>
<footer class="foot">
<p id="as-of">${asOf(frame)}</p>
<p id="trouble" role="alert"></p>
<p class="unseen" id="announcement" role="status"></p>
${themeForm(frame)}
${shortcuts}
</footer>
</body>
</html>
`.toString();
}

/** `keys.js` takes the letters from here. */
function entry({ name, path, key }: (typeof places)[number], isHere: boolean, count: number): Html {
  const here = isHere && html` aria-current="page"`;
  const number = count > 0 && html` <span class="count">${count}</span>`;
  return html`<a href="${path}" data-key="${key}"${here}>${name}${number}</a>
`;
}

function account({ viewer, signIn, formToken }: Frame): Html {
  const link = signIn !== undefined && html`<a class="button" href="${signIn}">Sign in</a>`;
  if (viewer.type === "owner")
    return html`<div class="account"><span title="This browser was let in by the owner of the data folder. It sees everything and cannot write.">read only</span><a href="/tokens">Tokens</a>${link}</div>`;
  return html`<form class="account" method="post" action="/sign-out">
${tokenField(formToken)}
<span>${viewer.login}</span>
<a href="/tokens">Tokens</a>
<button class="quiet">Sign out</button>
</form>`;
}

/** Stands in every form that changes something. */
export function tokenField(formToken: string): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}">`;
}

function asOf({ reading, now }: Frame): Part {
  const { asOf: at, remark } = reading ?? { asOf: now, remark: undefined };
  if (at === undefined) return "Nothing has been read from GitHub yet.";
  const time = toIsoSeconds(at);
  const remarks = remark !== undefined && html`, ${remark}`;
  return html`As of <time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)} UTC</time>${remarks}`;
}

/** A form, so that it works without a script. */
function themeForm({ theme, formToken, address }: Frame): Html {
  const buttons = themes.map(
    (each) =>
      html`<button name="theme" value="${each}" aria-pressed="${each === theme ? "true" : "false"}">${each}</button>`,
  );
  return html`<form class="themes" method="post" action="/theme">
${tokenField(formToken)}<input type="hidden" name="from" value="${address}">
<fieldset><legend>Theme</legend>${buttons}</fieldset>
</form>`;
}

/** A reader's tokens: the one just made, those that there are, and the forms that make and end them. */
import { toMinuteUtc } from "../base/clock.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { layout, tokenField } from "./layout.ts";
import { moment } from "./parts/times.ts";
import { maxDays, type TokenShown } from "./parts/token-actions.ts";

export interface TokensView {
  readonly tokens: readonly TokenShown[];
  /** Just made; it is never shown again. */
  readonly made: string | undefined;
  /** Why a form was not carried out. */
  readonly refusal: string | undefined;
  /** Where this site is reached. */
  readonly origin: string;
}

export function tokensPage({ tokens, made, refusal, origin }: TokensView, frame: Frame): string {
  const body = html`<div class="page">
<h1>Tokens</h1>
<p>With a token a program reads what you may see here, over the <a href="https://modelcontextprotocol.io">Model Context Protocol</a> at <code>${origin}/mcp</code> or the API at <code>${origin}/api/v1/</code>. One that names an agent of yours also gives that agent's orders, such as claiming a task. It writes nothing on GitHub.</p>
${refusal !== undefined && html`<p class="notice bad" role="alert">${refusal}</p>`}
${made !== undefined && shownOnce(made)}
${frame.viewer.type === "owner" ? ownersHint : makeForm(frame)}
<h2>${frame.viewer.type === "owner" ? "Made on the server's machine" : "Your tokens"}</h2>
${tokens.length === 0 ? html`<p>There are none.</p>` : table(tokens, frame)}
${frame.viewer.type === "person" && endAllForm(frame)}
</div>`;
  return layout({ title: "Tokens", place: undefined, body, isStill: made !== undefined }, frame);
}

function shownOnce(secret: string): Html {
  return html`<div class="notice good" role="status">
<p>This is the token. Copy it now: it is not shown again.</p>
<pre><code>${secret}</code></pre>
</div>`;
}

const ownersHint = html`<p>You are here as the owner of the data folder. Make a token with <code>signalbox tokens add --agent ada</code>; it shows the repositories that you name with <code>--repo</code>, or all.</p>`;

function makeForm({ formToken }: Frame): Html {
  return html`<h2>Make one</h2>
<form class="new-token" method="post" action="/tokens">
${tokenField(formToken)}<input type="hidden" name="act" value="make">
<label>Agent <input name="agent" maxlength="100" placeholder="none: it only reads" autocomplete="off"></label>
<label>Days <input name="days" type="number" min="1" max="${maxDays}" value="${maxDays}" required></label>
<p><button>Make a token</button></p>
</form>`;
}

function table(tokens: readonly TokenShown[], frame: Frame): Html {
  return html`<table class="tokens">
<thead><tr><th scope="col">May</th><th scope="col">Repositories</th><th scope="col">Made</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${tokens.map((token) => row(token, frame))}</tbody>
</table>`;
}

function row({ id, agent, repositories, createdAt, usedAt, expiresAt }: TokenShown, frame: Frame): Html {
  const may = agent === undefined ? "read" : `read, and give orders as ${agent}`;
  return html`<tr>
<th scope="row">${may}</th>
<td>${repositories ?? "all"}</td>
<td>${moment(createdAt)}</td>
<td>${usedAt === undefined ? "never" : moment(usedAt)}</td>
<td>${moment(expiresAt)}</td>
<td><form method="post" action="/tokens">
${tokenField(frame.formToken)}<input type="hidden" name="act" value="end"><input type="hidden" name="id" value="${id}">
<button class="quiet" aria-label="End the token made ${toMinuteUtc(createdAt)}">End</button>
</form></td>
</tr>`;
}

function endAllForm({ formToken }: Frame): Html {
  return html`<h2>Sign out everywhere</h2>
<form method="post" action="/tokens">
${tokenField(formToken)}<input type="hidden" name="act" value="end-all">
<p>Ends all your tokens and all your sessions, this one too.</p>
<p><button>Sign out everywhere</button></p>
</form>`;
}

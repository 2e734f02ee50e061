/** Decides with one click. A reader who cannot write gets the command that does the same. */
import { formatTextName } from "../../protocol/commands/text-name.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { Frame } from "../frame.ts";
import { type Html, html, type Part } from "../html.ts";
import { tokenField } from "../layout.ts";
import { withName } from "./command-line.ts";
import type { Decision, Refusal } from "./decision-data.ts";

export function decisionForm(decision: Decision, frame: Frame, refusal: Refusal | undefined): Html {
  const shown = refusal !== undefined && html`<p class="notice bad" role="alert">${refusal.message}</p>`;
  if (frame.viewer.type === "owner") return html`${shown}${optionList(decision)}${commands(decision, frame)}`;
  const because = refusal?.because ?? "";
  return html`${shown}${decision.suggestion === undefined ? chooser(decision, frame, because) : approver(decision, frame)}`;
}

/**
 * The first button of a form is the one that Enter in a field presses. It is disabled here, so that Enter decides
 * nothing.
 */
const noDefault = html`<button class="unseen" disabled tabindex="-1" aria-hidden="true">Choose below</button>`;

function opening(decision: Decision, { formToken }: Frame): Html {
  const { textHash } = decision;
  return html`${noDefault}${tokenField(formToken)}<input type="hidden" name="issue" value="${formatRef(decision)}"><input type="hidden" name="textHash" value="${textHash}">`;
}

function chooser(decision: Decision, frame: Frame, because: string): Html {
  const { options } = decision;
  const id = `because-${decision.id}`;
  const label = options.length > 0 ? "Your reason" : "Your decision";
  const hint = options.length > 0 ? "optional, unless you decide in your own words" : "in your own words";
  const buttons = options.map(
    (text, at) =>
      html`<li><button name="option" value="${at + 1}"><b>${at + 1}</b><span>${text}</span></button></li>`,
  );
  return html`<form class="decide" method="post" action="/escalations">
${opening(decision, frame)}
<label for="${id}">${label} <span class="aside">(${hint})</span></label>
<textarea id="${id}" name="because" maxlength="10000" rows="2">${because}</textarea>
${options.length > 0 && html`<ol class="options" aria-label="Decide">${buttons}</ol>`}
<button class="own" name="option" value="own">${options.length > 0 ? "None of these: what I wrote is the decision" : "Decide"}</button>
</form>`;
}

function approver(decision: Decision, frame: Frame): Html {
  return html`<form class="decide" method="post" action="/escalations">
${opening(decision, frame)}
<p class="row"><button class="good" name="option" value="approve">Approve this answer</button>
<button name="option" value="refuse">Refuse it</button></p>
<p class="aside">Refused, it is closed as not planned, and the question stays open.</p>
</form>`;
}

function optionList({ options }: Decision): Part {
  const items = options.map((text) => html`<li>${text}</li>`);
  return options.length > 0 && html`<ol class="choices" aria-label="Options">${items}</ol>`;
}

function commands(decision: Decision, { signIn }: Frame): Html {
  const here =
    signIn !== undefined && html`<a href="${signIn}">Sign in</a> to decide here, or comment with gh:`;
  return html`<div class="part"><p>${here === false ? "You are here to read only. To decide, comment with gh:" : here}</p>
<pre><code>${commandFor(decision)}</code></pre></div>`;
}

function commandFor(decision: Decision): string {
  const { number, options, approve, textHash } = decision;
  const decided = options.length > 0 ? "/decide 1 because …" : "/decide because <your decision>";
  const text = approve ?? withName(decided, formatTextName(textHash));
  return `gh issue comment ${number} --repo ${placeOf(decision)} --body "${text}"`;
}

const placeOf = ({ owner, repo }: FullRef): string => `${owner}/${repo}`;

export const sentNotice = html`<p class="notice good" role="status">It is taken. This page shows what follows from it as soon as signalbox has carried it out.</p>`;

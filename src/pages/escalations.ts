/** The decisions that wait for people, each with all that it takes to decide it, and the form that does. */
import { formatRef } from "../protocol/references/ref.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { decisionArticle } from "./parts/decision.ts";
import type { Decision, Refusal } from "./parts/decision-data.ts";

export interface EscalationsView {
  readonly decisions: readonly Decision[];
  /** More than these are not listed. */
  readonly limit: number;
  /** The issue that was just decided here: `acme/demo#24`. */
  readonly sent: string | undefined;
  /** Why a form was not carried out. */
  readonly refusal: Refusal | undefined;
}

export function escalationsPage(view: EscalationsView, frame: Frame): string {
  const { decisions, sent, refusal, limit } = view;
  const isListed = (name: string | undefined): boolean => decisions.some((each) => formatRef(each) === name);
  const articles = decisions.map((decision) => {
    const name = formatRef(decision);
    const isSent = sent === name;
    return decisionArticle(decision, frame, isSent, refusal?.issue === name ? refusal : undefined);
  });
  const body = html`<div class="page">
<h1>Escalations</h1>
${sent !== undefined && !isListed(sent) && html`<p class="notice good" role="status">${sent} is decided.</p>`}
${refusal !== undefined && !isListed(refusal.issue) && gone(refusal)}
${decisions.length === 0 ? none : html`<div class="decisions">${articles}</div>`}
${decisions.length >= limit && html`<p class="more">These are the ${limit} most urgent ones.</p>`}
</div>`;
  return layout(
    {
      title: "Escalations",
      place: "/escalations",
      body,
      isStill: refusal !== undefined,
    },
    frame,
  );
}

function gone({ issue, message }: Refusal): Html {
  return html`<p class="notice bad" role="alert"><strong>${issue}</strong>: ${message} It no longer waits for a decision.</p>`;
}

const none = html`<div class="empty">
<h2>Nothing waits for a person</h2>
<p>Agents put a decision here when they may not make it, and signalbox when a question stays unanswered.</p>
</div>`;

/** One issue: its state, what blocks it and what it blocks, its text, what refers to it, and why it is so. */
import { mergeDecidedAndDone } from "../engine/commands/explanation.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { withQuery } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part, spaced } from "./html.ts";
import { layout } from "./layout.ts";
import { type ActionRefusal, actionForms } from "./parts/actions.ts";
import { contractPanel } from "./parts/contract.ts";
import type { Decision } from "./parts/decision-data.ts";
import { decisionForm, sentNotice } from "./parts/decision-form.ts";
import type { Explained, IssueCard } from "./parts/issue-data.ts";
import { type Mark, stateOf } from "./parts/marks.ts";
import { pollPanel } from "./parts/poll.ts";
import { relation } from "./parts/relations.ts";
import { spacePanel } from "./parts/space.ts";
import { ago, agoInWords } from "./parts/times.ts";
import { words } from "./parts/words.ts";

export interface IssueView {
  readonly explained: Pick<Explained, "card" | "ledger">;
  /** Undefined unless it waits for a person's decision. */
  readonly decision: Decision | undefined;
  /** The operations that write, by name. */
  readonly operations: ReadonlySet<string>;
  /** Whether a form of this page was just carried out. */
  readonly isSent: boolean;
  /** Why a form of the page was not carried out. */
  readonly actionRefusal: ActionRefusal | undefined;
}

/** The newest entries of the ledger that are shown. */
export const maxEntries = 50;
const maxNaming = 50;

export function issuePage(view: IssueView, frame: Frame): string {
  const { card } = view.explained;
  const body = html`<article class="issue" id="issue"${githubOf(card, frame)}>
<header class="issue-head">
<p class="facts">${spaced([html`<span class="ref">${formatRef(card)}</span>`, card.kind, link(card, frame), ...views(card)])}</p>
<h1>${card.title}</h1>
<p class="standing">${spaced(standing(card, frame))}</p>
</header>
${view.isSent && sentNotice}
<div class="issue-body">
<div class="issue-main">
${obstacles(card)}
${spacePanel(card)}
${card.decision !== undefined && html`<section class="panel decided"><h2>Decision</h2>${words(card.decision, card, "decision")}</section>`}
${pollPanel(card, frame)}
${contractPanel(card)}
${decisionPanel(view, frame)}
<section class="panel"><h2 class="unseen">Text</h2>${card.body.trim() === "" ? html`<p class="aside">No text.</p>` : words(card.body, card, "body")}</section>
${why(view.explained.ledger, frame)}
</div>
<aside class="issue-side" aria-label="Relations and actions">
${relations("Part of", card.parent === undefined ? [] : [card.parent], card)}
${relations("Blocks", card.blocking, card)}
${messages(card)}
${actionForms(card, view.operations, view.actionRefusal, frame)}
</aside>
</div>
</article>`;
  const isStill = view.actionRefusal !== undefined;
  return layout({ title: `${card.title} · ${formatRef(card)}`, place: undefined, body, isStill }, frame);
}

function githubOf(card: IssueCard, { githubPage }: Frame): Part {
  const address = githubPage(card);
  return address !== undefined && html` data-github="${address}"`;
}

function link(card: IssueCard, { githubPage }: Frame): Part {
  const address = githubPage(card);
  return address !== undefined && html`<a href="${address}">open at GitHub</a>`;
}

/** Where else it is shown. */
function views(card: IssueCard): readonly Html[] {
  const issue = formatRef(card);
  return [
    html`<a href="${withQuery("/graph", { issue })}">graph</a>`,
    html`<a href="${withQuery("/timeline", { issue })}">timeline</a>`,
  ];
}

/** State first, then who, then what it is. */
function standing(card: IssueCard, { now }: Frame): readonly Part[] {
  const { holder, assignees, author, priority, track, updatedAt, signature, work } = card;
  const people = assignees.length > 0 ? `assigned to ${assignees.join(", ")}` : undefined;
  return [
    stateOf(markOf(card)),
    holder === undefined
      ? people
      : html`<span>held by <span class="who">${holder.name}</span> ${ago(holder.since, now, "since")}</span>`,
    priority !== undefined && html`<span class="priority ${priority}">${priority}</span>`,
    track !== undefined && html`<span>track ${track}</span>`,
    html`<span>opened by <span class="who">${author ?? "a deleted account"}</span></span>`,
    html`<span>changed ${agoInWords(updatedAt, now)}</span>`,
    work !== undefined &&
      work.head !== "" &&
      html`<span>commit <code>${work.head.slice(0, 10)}</code> for <code>${work.base}</code></span>`,
    signature === "holds" && "signed",
    signature === "fails" && html`<strong class="late">signature not valid</strong>`,
  ];
}

function markOf({ state, status }: Pick<IssueCard, "state" | "status">): Mark {
  return state === "closed" ? "done" : (status ?? "open");
}

function obstacles(card: IssueCard): Part {
  if (card.state === "closed") return undefined;
  const { inTheWay, unreadableBlockers } = card;
  if (inTheWay.length === 0 && unreadableBlockers === 0) return undefined;
  const unreadable =
    unreadableBlockers > 0 && html`<li>${unreadableBlockers} in repositories that signalbox cannot read</li>`;
  return html`<section class="panel obstacles"><h2>Waits for</h2><ul class="list">${inTheWay.map((each) => relation(each, card, whatItIs(each.ref, card)))}${unreadable}</ul></section>`;
}

/** Who waits has to know whether agents or a person can end it. */
function whatItIs(ref: string, { namedBy }: IssueCard): string | undefined {
  const kind = namedBy.find((each) => each.ref === ref)?.kind;
  return kind === "escalation" ? "escalation: a person decides" : kind;
}

function relations(title: string, found: IssueCard["blocking"], card: IssueCard): Part {
  return (
    found.length > 0 &&
    html`<section><h2>${title}</h2><ul class="list">${found.map((each) => relation(each, card))}</ul></section>`
  );
}

/** What refers to it, without what the other lists show. */
function messages(card: IssueCard): Part {
  const parts = card.space?.tasks ?? [];
  const shown = [...card.inTheWay, ...card.blockedBy, ...card.blocking, ...parts];
  const listed = new Set(shown.map(({ ref }) => ref));
  const others = card.namedBy.filter(({ ref }) => !listed.has(ref));
  const settled = card.blockedBy.filter(({ ref }) => !card.inTheWay.some((each) => each.ref === ref));
  if (others.length + settled.length === 0) return undefined;
  const left = others.length - maxNaming;
  return html`${relations("No longer waits for", settled, card)}
${others.length > 0 && html`<section><h2>Messages</h2><ul class="list">${others.slice(0, maxNaming).map((each) => relation(each, card, each.kind))}${left > 0 && html`<li>and ${left} more</li>`}</ul></section>`}`;
}

function decisionPanel({ decision, isSent }: IssueView, frame: Frame): Part {
  if (decision === undefined || isSent) return undefined;
  return html`<section class="panel"><h2>Decide</h2>${decisionForm(decision, frame, undefined)}</section>`;
}

function why(ledger: Explained["ledger"], { now }: Frame): Html {
  const lines = mergeDecidedAndDone(ledger.map((line) => ({ askedBy: undefined, ...line }))).toReversed();
  const rows = lines.map(
    ({ at, what, because, askedBy }) =>
      html`<li>${ago(at, now, "at")}<div><p>${what}${askedBy !== undefined && html` <span class="aside">asked by ${askedBy}</span>`}</p><p class="aside">${because}</p></div></li>`,
  );
  const list =
    rows.length === 0
      ? html`<p class="aside">signalbox has done nothing to it.</p>`
      : html`<ol class="ledger">${rows}</ol>`;
  return html`<section class="panel"><h2>Why</h2>${list}
${ledger.length >= maxEntries && html`<p class="more">These are the ${maxEntries} newest entries.</p>`}</section>`;
}

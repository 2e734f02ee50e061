/** The cards of the board: what it is, for whom, since when, and what it waits for. */
import type { Millis } from "../../base/clock.ts";
import type { BoardOutput, TaskOutput } from "../../operations/board/board-shape.ts";
import type { Neighbour } from "../../operations/ports.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import { addressOfRef, decisionAddress, issueAddress, nameFrom } from "../addresses.ts";
import { type Html, html, type Part, spaced } from "../html.ts";
import { ago } from "./times.ts";

export interface CardLook {
  readonly now: Millis;
  /** Numbers are then enough to name issues. */
  readonly isOneRepository: boolean;
  readonly githubPage: (ref: FullRef) => string | undefined;
}

/** More are counted. */
const maxReasons = 3;

export function taskCard(card: TaskOutput, look: CardLook): Html {
  const { title, priority, track, assignees, holder, waitsFor, updatedAt } = card;
  const people =
    holder === undefined
      ? assignees.map((login) => html`<span class="who">${login}</span>`)
      : [
          html`<span class="who" title="holds it">${holder.name}</span>`,
          ago(holder.since, look.now, "held since"),
        ];
  const since = holder === undefined && ago(updatedAt, look.now, "last change");
  return html`<li class="card"${idOf(card)}${githubOf(card, look)}>
<a class="title" href="${issueAddress(card)}">${title}</a>
<p class="facts">${spaced([nameOf(card, look), priority !== undefined && priorityOf(priority), track !== undefined && html`<span class="track">${track}</span>`, ...people, since])}</p>
${waitsFor.length > 0 && reasons(card)}
</li>`;
}

export function decisionCard(card: BoardOutput["people"]["cards"][number], look: CardLook): Html {
  const { title, urgency, createdAt, assignees, approve, options } = card;
  const what = approve === undefined ? counted(options.length) : "suggested answer";
  return html`<li class="card"${idOf(card)}${githubOf(card, look)}>
<a class="title" href="${decisionAddress(card)}">${title.replace(/^(?:Escalation|A): */u, "")}</a>
<p class="facts">${spaced([nameOf(card, look), html`<span class="urgency ${urgency}">${urgency}</span>`, what, ...assignees.map((login) => html`<span class="who">${login}</span>`), ago(createdAt, look.now, "asked")])}</p>
</li>`;
}

function counted(options: number): string | undefined {
  if (options === 0) return undefined;
  return options === 1 ? "1 option" : `${options} options`;
}

function idOf({ owner, repo, number }: FullRef): Html {
  return html` id="card-${`${owner}-${repo}-${number}`.toLowerCase()}"`;
}

/** `keys.js` opens it. */
function githubOf(card: FullRef, { githubPage }: CardLook): Part {
  const address = githubPage(card);
  return address !== undefined && html` data-github="${address}"`;
}

function nameOf({ owner, repo, number }: FullRef, look: CardLook): Html {
  return html`<span class="ref">${look.isOneRepository ? `#${number}` : `${owner}/${repo}#${number}`}</span>`;
}

function priorityOf(priority: string): Html {
  return html`<span class="priority ${priority}">${priority}</span>`;
}

function reasons({ waitsFor, ...home }: TaskOutput): Html {
  const shown = waitsFor.slice(0, maxReasons).map((each) => html`<li>${reason(each, home)}</li>`);
  const left = waitsFor.length - maxReasons;
  return html`<ul class="waits" aria-label="Waits for">${shown}${left > 0 && html`<li>and ${left} more</li>`}</ul>`;
}

/** `#13 Settings page`, or `acme/api#3 …` from another repository. */
function reason({ ref, title, state }: Neighbour, home: RepositoryName): Html {
  const address = addressOfRef(ref);
  const name = nameFrom(home, ref);
  const linked = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  return html`${linked} ${title}${state !== "open" && html` <span class="aside">(${state})</span>`}`;
}

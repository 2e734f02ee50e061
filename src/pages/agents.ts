/** Who is at work: the agents of a repository, who holds which task, what is voted on, and who has locked which files. */
import type { FullRef, RepositoryName } from "../protocol/references/ref.ts";
import { addressOfRef, issueAddress, nameFrom, withQuery } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part, spaced } from "./html.ts";
import { layout } from "./layout.ts";
import type { AgentsView, AgentView, HeldView, LockView } from "./parts/agents-data.ts";
import { agreementSection } from "./parts/agreements.ts";
import { choice } from "./parts/fields.ts";
import { stateOf } from "./parts/marks.ts";
import { agoInWords } from "./parts/times.ts";

export const agentsPath = "/agents";

/** @param path the file or folder that is asked about */
export function agentsPage(view: AgentsView, path: string | undefined, frame: Frame): string {
  const body = html`<div class="page agents">
<h1 class="unseen">Agents</h1>
${search(view, path)}
${view.problem !== undefined && html`<p class="notice bad" role="alert">${view.problem}</p>`}
${view.home === undefined ? noRepository : sections(view, view.home, path, frame)}
</div>`;
  return layout({ title: "Agents", place: agentsPath, body, isStill: view.problem !== undefined }, frame);
}

function search({ repositories, home }: AgentsView, path: string | undefined): Html {
  const repository = home && `${home.owner}/${home.repo}`;
  return html`<form class="filter" method="get" action="${agentsPath}" role="search">
<label><span>Who holds this file or folder?</span><input type="search" name="path" id="filter" value="${path ?? ""}" placeholder="src/api" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" size="26"></label>
${repositories.length > 1 && choice("repo", "Repository", repository, repositories, undefined)}
<button>Look</button>
${path !== undefined && html`<a href="${withQuery(agentsPath, repositories.length > 1 ? { repo: repository } : {})}">All files</a>`}
</form>`;
}

const noRepository = html`<div class="empty"><h2>No repository yet</h2><p>signalbox shows who is at work once it serves a repository that you can see.</p></div>`;

function sections(view: AgentsView, home: RepositoryName, path: string | undefined, frame: Frame): Html {
  const locks = lockSection(view.locks, home, path, frame);
  const others = html`${rosterSection(view, home, frame)}
${heldSection(view.held, home, frame)}
${agreementSection(view.agreements, home, frame.now)}`;
  // Readers who ask about a path want its answer first.
  return path === undefined ? html`${others}${locks}` : html`${locks}${others}`;
}

function rosterSection({ agents }: AgentsView, home: RepositoryName, frame: Frame): Html {
  if (agents.length === 0)
    return html`<section class="panel"><h2>Agents</h2><p class="aside">The settings of ${home.owner}/${home.repo} name no agent. <code>signalbox agents add</code> adds one.</p></section>`;
  const hasNotes = agents.some(({ unread }) => unread !== undefined);
  const rows = agents.map((agent) => agentRow(agent, home, hasNotes, frame));
  return html`<section class="panel"><h2>Agents</h2>
<table class="rows"><thead><tr><th scope="col">Agent</th><th scope="col">Presence</th><th scope="col">Holds</th>${hasNotes && html`<th scope="col">Unread notes</th>`}<th scope="col">Last heard from</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

const presences = { online: "in-progress", idle: "ready", away: "open" } as const;

function presenceOf(presence: AgentView["presence"]): Html {
  if (presence === undefined) return html`<span class="aside">never heard from</span>`;
  return presence === "gone" ? html`<span class="aside">gone</span>` : stateOf(presences[presence], presence);
}

function agentRow(agent: AgentView, home: RepositoryName, hasNotes: boolean, { now }: Frame): Html {
  const { name, role, can = [], presence, doing, tasks, heardAt, unread } = agent;
  const facts = [role, can.length > 0 ? `can ${can.join(", ")}` : undefined].filter(
    (fact) => fact !== undefined,
  );
  const held = tasks.map(
    (number, place) =>
      html`<a${place === 0 && html` class="title"`} href="${issueAddress({ ...home, number })}">#${number}</a>`,
  );
  return html`<tr${tasks.length > 0 && html` class="stop"`}><th scope="row"><span class="who">${name}</span>${facts.length > 0 && html`<span class="aside">${facts.join("; ")}</span>`}</th>
<td data-label="Presence">${presenceOf(presence)}${doing !== undefined && html`<span class="aside">${doing}</span>`}</td>
<td data-label="Holds">${held.length === 0 ? "–" : spaced(held)}</td>
${hasNotes && html`<td data-label="Unread notes">${unread ?? "–"}</td>`}
<td data-label="Last heard from">${heardAt === undefined ? "–" : agoInWords(Date.parse(heardAt), now)}</td></tr>
`;
}

function heldSection(held: readonly HeldView[], home: RepositoryName, { now }: Frame): Html {
  const items = held.map(
    ({ who, since, status, title, ...ref }) =>
      html`<li class="stop">${stateOf(status)} <a class="title" href="${issueAddress(ref)}"><span class="ref">${shortName(ref, home)}</span> ${title}</a> <span class="aside">held by <span class="who">${who}</span>${since !== undefined && html`, taken ${agoInWords(since, now)}`}</span></li>`,
  );
  return html`<section class="panel"><h2>Tasks that somebody holds</h2>${items.length === 0 ? html`<p class="aside">Nobody holds a task.</p>` : html`<ul class="list holding">${items}</ul>`}</section>`;
}

const shortName = ({ number }: FullRef, home: RepositoryName): string =>
  nameFrom(home, `${home.owner}/${home.repo}#${number}`);

function lockSection(
  locks: readonly LockView[],
  home: RepositoryName,
  path: string | undefined,
  frame: Frame,
): Html {
  const title = path === undefined ? "Locked files" : html`Who holds <code>${path}</code>`;
  const none = path === undefined ? "Nothing is locked." : "Nobody has locked it, or waits for it.";
  const rows = locks.map((lock) => lockRow(lock, home, frame));
  const table = html`<table class="rows"><thead><tr><th scope="col">Files</th><th scope="col">Held by</th><th scope="col">For</th><th scope="col">State</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="panel" id="locks"><h2>${title}</h2>${locks.length === 0 ? html`<p class="aside">${none}</p>` : table}</section>`;
}

function lockRow(
  { glob, holder, issue, mode, isLocked, since, behind }: LockView,
  home: RepositoryName,
  { now }: Frame,
): Html {
  const link = (ref: string): Part => {
    const address = addressOfRef(ref);
    return address === undefined ? ref : html`<a class="title" href="${address}">${nameFrom(home, ref)}</a>`;
  };
  const ahead = behind.map((each) => html`<span class="who">${each.holder}</span> (${link(each.issue)})`);
  const state = isLocked
    ? html`${mode === "shared" ? "locked with others" : "locked"}${since !== undefined && html` ${agoInWords(since, now)}`}`
    : html`<span class="waits-for">waits</span>${ahead.length > 0 && html` for ${spaced(ahead)}`}`;
  return html`<tr class="stop"><th scope="row"><code>${glob}</code></th><td data-label="Held by"><span class="who">${holder}</span></td><td data-label="For">${link(issue)}</td><td data-label="State">${state}</td></tr>
`;
}

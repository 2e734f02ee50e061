/** The timeline: messages that were opened, and what signalbox did and why, the newest first. */
import type { TimelineOutput } from "../operations/timeline/timeline.ts";
import { addressOfRef, withQuery } from "./addresses.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part } from "./html.ts";
import { layout } from "./layout.ts";
import { byDay, dayInWords } from "./parts/days.ts";
import { choice } from "./parts/fields.ts";
import { timeOfDay } from "./parts/times.ts";

export interface TimelineFilter {
  readonly issue: string | undefined;
  readonly repo: string | undefined;
  readonly track: string | undefined;
  readonly only: string | undefined;
  /** The cursor from which it goes on. */
  readonly after: string | undefined;
}

export interface TimelineView {
  /** Undefined if it could not be found. */
  readonly timeline: Pick<TimelineOutput, "entries" | "next"> | undefined;
  /** Why it was not found, in a sentence. */
  readonly problem: string | undefined;
  readonly tracks: readonly string[];
  readonly repositories: readonly string[];
}

type Entry = TimelineOutput["entries"][number];

export const timelinePath = "/timeline";

export function timelinePage(view: TimelineView, filter: TimelineFilter, frame: Frame): string {
  const { timeline, problem, repositories } = view;
  const show = { now: frame.now, isOneRepository: repositories.length < 2 };
  const body = html`<div class="page timeline">
<h1 class="unseen">Timeline</h1>
${filterForm(view, filter)}
${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
${timeline !== undefined && (timeline.entries.length === 0 ? nothing(filter) : days(timeline.entries, show))}
${more(timeline?.next, filter)}
</div>`;
  // An older page is not kept up to date: what it shows has happened.
  const isStill = problem !== undefined || filter.after !== undefined;
  return layout({ title: "Timeline", place: timelinePath, body, isStill }, frame);
}

function filterForm({ tracks, repositories }: TimelineView, filter: TimelineFilter): Html {
  const { issue, repo, track, only } = filter;
  const isFiltered = [issue, repo, track, only].some((value) => value !== undefined);
  return html`<form class="filter" method="get" action="${timelinePath}" role="search">
<label><span>Issue</span><input type="search" name="issue" id="filter" value="${issue ?? ""}" placeholder="12" maxlength="200" autocomplete="off" size="14"></label>
${repositories.length > 1 && choice("repo", "Repository", repo, repositories)}
${(tracks.length > 0 || track !== undefined) && choice("track", "Track", track, tracks)}
${choice("only", "Show", only, ["messages", "actions"], "messages and actions")}
<button>Filter</button>
${isFiltered && html`<a href="${timelinePath}">Clear the filter</a>`}
</form>`;
}

interface Show {
  readonly now: number;
  /** Numbers are then enough to name issues. */
  readonly isOneRepository: boolean;
}

function days(entries: readonly Entry[], show: Show): readonly Html[] {
  return [...byDay(entries)].map(
    ([day, found]) => html`<section aria-labelledby="day-${day}">
<h2 class="day" id="day-${day}">${dayInWords(day, show.now)}</h2>
<ol class="entries">${found.map((entry) => entryItem(entry, show))}</ol>
</section>`,
  );
}

function entryItem(entry: Entry, show: Show): Html {
  const { type, at } = entry;
  return html`<li class="entry stop of-${type}">${timeOfDay(at)}<div>${type === "message" ? message(entry, show) : action(entry, show)}</div></li>`;
}

function message({ kind, by, ...entry }: Entry, show: Show): Html {
  return html`<p><span class="who">${by ?? "a deleted account"}</span> opened ${article(kind)} ${kind}</p>
<p>${issueOf(entry, show)}</p>`;
}

const article = (kind: string): string => (/^[aeiou]/.test(kind) ? "an" : "a");

/** Kinds that say more than that something was done. */
const unfinished: ReadonlySet<string> = new Set(["decided", "refused", "dropped", "dead-letter"]);

function action(entry: Entry, show: Show): Html {
  const { kind, what, because, by } = entry;
  const outcome = unfinished.has(kind) && html` <span class="aside">(${kind})</span>`;
  const asked = by !== undefined && html` <span class="aside">asked by ${by}</span>`;
  return html`<p>${issueOf(entry, show)}</p>
<p>${what}${outcome}${asked} <span class="aside">${because}</span></p>`;
}

function issueOf({ issue, title }: Pick<Entry, "issue" | "title">, { isOneRepository }: Show): Part {
  if (issue === undefined) return title;
  const address = addressOfRef(issue);
  const name = isOneRepository ? issue.replace(/^[^#]*/, "") : issue;
  const ref = html`<span class="ref">${name}</span> ${title}`;
  return address === undefined ? ref : html`<a class="title" href="${address}">${ref}</a>`;
}

function nothing({ after, ...filter }: TimelineFilter): Html {
  if (after !== undefined) return html`<p class="none">Nothing older.</p>`;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return html`<div class="empty"><h2>${isFiltered ? "Nothing fits the filter" : "Nothing has happened yet"}</h2>
<p>${isFiltered ? html`<a href="${timelinePath}">Clear the filter</a> to see everything.` : "Messages are here as soon as they are opened, with what signalbox does about them."}</p></div>`;
}

function more(next: string | undefined, { after, ...filter }: TimelineFilter): Part {
  const newest = after !== undefined && html`<a href="${withQuery(timelinePath, filter)}">Newest</a>`;
  const older =
    next !== undefined && html`<a href="${withQuery(timelinePath, { ...filter, after: next })}">Older</a>`;
  return (
    (newest !== false || older !== false) &&
    html`<nav class="more pager" aria-label="Pages of the timeline">${newest} ${older}</nav>`
  );
}

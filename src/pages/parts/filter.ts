/** The filter of the board: a form whose fields are the address's query. */
import { withQuery } from "../addresses.ts";
import { type Html, html } from "../html.ts";
import { choice, valueIn } from "./fields.ts";
import type { Mark } from "./marks.ts";

export interface Filter {
  readonly repo: string | undefined;
  readonly track: string | undefined;
  readonly space: string | undefined;
  readonly assignee: string | undefined;
  readonly words: string | undefined;
  readonly only: Exclude<Mark, "done" | "open"> | undefined;
}

const columns = ["ready", "in-progress", "in-review", "blocked", "people"] as const;

/** What the address asks for; the operation refuses what makes no sense. */
export function filterIn(query: URLSearchParams): Filter {
  const value = (name: string): string | undefined => valueIn(query, name);
  const only = value("only");
  return {
    repo: value("repo"),
    track: value("track"),
    space: value("space"),
    assignee: value("assignee"),
    words: value("words"),
    only: columns.find((name) => name === only),
  };
}

type Query = Readonly<Record<string, string | undefined>>;

export function filterQuery({ repo, track, space, assignee, words, only }: Filter): Query {
  return { repo, track, space, assignee, words, only };
}

export function isFiltered({ repo, track, space, assignee, words }: Filter): boolean {
  return [repo, track, space, assignee, words].some((value) => value !== undefined);
}

export function filterForm(filter: Filter, repositories: readonly string[], tracks: readonly string[]): Html {
  const { words, space, assignee, only } = filter;
  return html`<form class="filter" method="get" action="/board" role="search">
<label><span>Words in the title</span><input type="search" name="words" id="filter" value="${words ?? ""}" maxlength="200" autocomplete="off"></label>
${repositories.length > 1 && choice("repo", "Repository", filter.repo, repositories)}
${(tracks.length > 0 || filter.track !== undefined) && choice("track", "Track", filter.track, tracks)}
<label><span>Space</span><input name="space" value="${space ?? ""}" maxlength="200" autocomplete="off" spellcheck="false" size="8"></label>
<label><span>Assignee</span><input name="assignee" value="${assignee ?? ""}" maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false" size="12"></label>
${only !== undefined && html`<input type="hidden" name="only" value="${only}">`}
<button>Filter</button>
${isFiltered(filter) && html`<a href="${withQuery("/board", { only })}">Clear the filter</a>`}
${only !== undefined && html`<a href="${withQuery("/board", { ...filterQuery(filter), only: undefined })}">All columns</a>`}
</form>`;
}

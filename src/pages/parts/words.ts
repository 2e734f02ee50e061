/** What people wrote, as Markdown, with references that lead to our own pages. */
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { issueAddress } from "../addresses.ts";
import { type Html, html, sanitized } from "../html.ts";

/**
 * @param home the issue that it was written on, to whose repository `#12` belongs
 * @param place different for each text of a page
 */
export function words(text: string, home: FullRef, place: string): Html {
  const markup = renderMarkdown(text, {
    hrefOf: (reference) => {
      if (reference.kind === "user") return undefined;
      const { repository, number } = reference;
      const { owner, name: repo } = repository ?? { owner: home.owner, name: home.repo };
      return issueAddress({ owner, repo, number });
    },
    headingShift: 0,
    idPrefix: `${home.owner}-${home.repo}-${home.number}-${place}-`,
  });
  return html`<div class="words">${sanitized(markup)}</div>`;
}

/** What people wrote, as Markdown, with references that lead to our own pages. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { issueAddress } from "../addresses.ts";
import { type Html, html, sanitized } from "../html.ts";

/**
 * A text of full length takes the parser a quarter of a second of the thread that takes deliveries, and a page that is
 * open is made again whenever something changes. What is kept is the same for every reader. In characters.
 */
const kept = new LRUCache<string, string>({
  maxSize: 4_000_000,
  maxEntrySize: 1_000_000,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/**
 * @param home the issue that it was written on, to whose repository `#12` belongs
 * @param place different for each text of a page
 */
export function words(text: string, home: FullRef, place: string): Html {
  const idPrefix = `${home.owner}-${home.repo}-${home.number}-${place}-`;
  const key = `${idPrefix} ${createHash("sha256").update(text).digest("base64")}`;
  const markup = kept.get(key) ?? rendered(text, home, idPrefix);
  kept.set(key, markup);
  return html`<div class="words">${sanitized(markup)}</div>`;
}

function rendered(text: string, home: FullRef, idPrefix: string): string {
  return renderMarkdown(text, {
    hrefOf: (reference) => {
      if (reference.kind === "user") return undefined;
      const { repository, number } = reference;
      const { owner, name: repo } = repository ?? { owner: home.owner, name: home.repo };
      return issueAddress({ owner, repo, number });
    },
    headingShift: 0,
    idPrefix,
  });
}

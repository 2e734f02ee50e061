/**
 * Links a citation, `path@commit#L3-L9` or `owner/repo:path@commit#L3` in another repository, to the lines of
 * its commit. GitHub shows the lines of a Markdown file only with `?plain=1`.
 */
import { parseCitation } from "../references/citation.ts";
import { parseRefs } from "../references/ref.ts";
import { inCode } from "./code.ts";
import { issueRef } from "./names.ts";
import { plain } from "./plain.ts";
import { Safe } from "./safe.ts";

const repositoryForm = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

/**
 * @param home `owner/repo` for citations without a repository
 * @returns plain text if `citation` has neither form
 */
export function sourceLink(citation: string, home: string, webUrl: string): Safe {
  const address = sourceAddress(citation, home, webUrl);
  const cited = parseCitation(citation);
  if (cited === undefined || address === undefined) return numbered(citation);
  const { repository: there = home, path, firstLine: first, lastLine: last } = cited;
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const label = plain(`${there === home ? "" : `${there}: `}${path}`).toString();
  return new Safe(`[${label}, ${lines}](${address})`);
}

/** Undefined for anything that does not cite lines. */
export function sourceAddress(citation: string, home: string, webUrl: string): string | undefined {
  const cited = parseCitation(citation);
  if (cited === undefined || !repositoryForm.test(cited.repository ?? home)) return undefined;
  const { repository: there = home, path, commit, firstLine: first, lastLine: last } = cited;
  const query = /\.(?:md|markdown)$/i.test(path) ? "?plain=1" : "";
  const lines = `#L${first}${first === last ? "" : `-L${last}`}`;
  return `${webUrl}/${there}/blob/${commit}/${path.split("/").map(escaped).join("/")}${query}${lines}`;
}

/** A link to a commit, shown as the first digits of its hash. */
export function commitLink(commit: string, home: string, webUrl: string): Safe {
  const short = commit.slice(0, 7);
  const isLinked = /^[0-9a-f]{40}$/.test(commit) && repositoryForm.test(home);
  return isLinked ? new Safe(`[${short}](${webUrl}/${home}/commit/${commit})`) : new Safe(inCode(short));
}

function numbered(citation: string): Safe {
  const [ref] = /^#\d{1,9}$/.test(citation) ? parseRefs(citation) : [];
  return ref === undefined ? plain(citation) : issueRef(ref);
}

/** Unescaped parentheses would end the link's target. */
function escaped(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(
    /[()'!*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
}

/** What an element's tags do to the text that follows them, by the rules of HTML and of GitHub's sanitizer. */

export type Effect =
  /** Neither tag can hide or restyle what follows: void elements, `<p>`, and names that HTML does not know. */
  | "none"
  /** Must be closed in the same paragraph, cell or block of HTML. */
  | "closed"
  /** May stay open across blocks of HTML, if its tags nest and stand at the top level. */
  | "nesting"
  /** No rule is simple enough to follow: nothing after it counts. */
  | "lost";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

const closed = setOf(
  "a abbr address b bdi bdo big cite code del dfn em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd main mark nav picture pre q rb rt ruby s samp search small span strike strong sub sup tt u var audio video",
);
const nesting = setOf(
  "article aside blockquote center dd details div dl dt li ol section summary table tbody td tfoot th thead tr ul",
);
/** What a parser of HTML reads in a way of its own, or a page does not show. */
const lost = setOf(
  "applet body button canvas caption col colgroup datalist dialog dir embed form frame frameset head html iframe image isindex legend listing marquee math menu menuitem meter multicol nobr noembed noframes noindex noscript object optgroup option plaintext progress rp rtc script select selectedcontent style svg template textarea title xmp",
);

/** @param name in lower case */
export function effectOf(name: string): Effect {
  if (closed.has(name)) return "closed";
  if (nesting.has(name)) return "nesting";
  return lost.has(name) ? "lost" : "none";
}

/** What becomes of the text in an element. */
export type Content =
  | "shown"
  /** Shown as code or as a quote: no words of the author's own. */
  | "foreign"
  /** Struck through, or shown only where the browser cannot play what it stands for. */
  | "unseen";

const foreign = setOf("blockquote code kbd pre samp tt");
const unseen = setOf("audio del s strike video");

/** @param name in lower case */
export function contentOf(name: string): Content {
  if (foreign.has(name)) return "foreign";
  return unseen.has(name) ? "unseen" : "shown";
}

const tableParts = setOf("table tbody tfoot thead tr");
const cells = setOf("td th");

/** Whether an element holds rows or cells, and no text. */
export function isTablePart(name: string): boolean {
  return tableParts.has(name);
}

export function isCell(name: string): boolean {
  return cells.has(name);
}

/** Says where GitHub's page has what, by cmark-gfm and three parsers of HTML: only for tests. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

/**
 * How a page shows something, at its most visible place. 0: not plainly. 1: as somebody else's words: code, a
 * quote, a footnote. 2: as the author's: in a table, a link, open `details`. 3: in a line of the text itself.
 */
export type Rank = 0 | 1 | 2 | 3;

/** By parser. */
export type Ranks = Readonly<Record<"html5lib" | "libxml2" | "parse5" | "liberal", Rank>>;

export interface Asked {
  readonly text: string;
  readonly needle: string;
}

const python = "/usr/bin/python3";
const script = fileURLToPath(new URL("oracle.py", import.meta.url));

/** Why the oracle cannot be asked; undefined if it can. */
export const noOracle = findMissing();

function findMissing(): string | undefined {
  const advice = "apt-get install cmark-gfm python3-html5lib python3-lxml";
  const hasLibrary = globSync("/usr/lib/*/libcmark-gfm-extensions.so*").length > 0;
  const hasModules =
    existsSync(python) && spawnSync(python, ["-c", "import html5lib, lxml.html"]).status === 0;
  return hasLibrary && hasModules ? undefined : `cmark-gfm, html5lib or lxml is not installed: ${advice}`;
}

interface Answer {
  readonly html: string;
  readonly liberal: string | null;
  readonly html5lib: Readonly<Record<string, Rank>>;
  readonly libxml2: Readonly<Record<string, Rank>>;
}

/** For each, in order. @throws if the oracle fails */
export function askOracle(asked: readonly Asked[]): readonly Ranks[] {
  const input = asked.map(({ text, needle }) => `${JSON.stringify({ text, needles: [needle] })}\n`).join("");
  const { status, stdout, stderr } = spawnSync(python, [script], { input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`The oracle failed: ${stderr}`);
  const answers = stdout.toString().trimEnd().split("\n");
  return asked.map(({ needle }, index) => {
    const { html, liberal, html5lib, libxml2 }: Answer = JSON.parse(answers[index] ?? "");
    const parse5 = rankIn(html, needle);
    return {
      parse5,
      liberal: liberal === null ? parse5 : rankIn(liberal, needle),
      html5lib: html5lib[needle] ?? 0,
      libxml2: libxml2[needle] ?? 0,
    };
  });
}

type Node = DefaultTreeAdapterTypes.ChildNode;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const unseen = setOf(
  "script style template title textarea noscript noframes noembed iframe object select option optgroup datalist head svg math video audio canvas xmp plaintext rp frameset embed applet dialog s del strike",
);
const foreign = setOf("code pre tt samp kbd blockquote");
const inner = setOf("table details summary a");
/** parse5 would take a fragment for the content of a template. */
const context = parseFragment("<div></div>").childNodes.find((node) => "attrs" in node);

function rankIn(html: string, needle: string): Rank {
  if (context === undefined) throw new Error("There is no context");
  return highest(parseFragment(context, html, {}).childNodes, needle, 3);
}

function highest(nodes: readonly Node[], needle: string, around: Rank): Rank {
  let best: Rank = 0;
  for (const node of nodes) {
    const rank = rankOf(node, needle, around);
    if (rank > best) best = rank;
  }
  return best;
}

function rankOf(node: Node, needle: string, around: Rank): Rank {
  if (node.nodeName === "#text" && "value" in node) return node.value.includes(needle) ? around : 0;
  if (!("tagName" in node) || unseen.has(node.tagName)) return 0;
  const isFootnotes = node.attrs.some(({ name, value }) => name === "class" && value === "footnotes");
  const own: Rank = isFootnotes || foreign.has(node.tagName) ? 1 : inner.has(node.tagName) ? 2 : 3;
  const rank = own < around ? own : around;
  const isFolded = node.tagName === "details" && !node.attrs.some(({ name }) => name === "open");
  if (!isFolded) return highest(node.childNodes, needle, rank);
  const summary = node.childNodes.find((child) => child.nodeName === "summary");
  return summary === undefined ? 0 : highest([summary], needle, rank);
}

/** Splits a document into passages, each with its statements and its status. */
import { blocksOf } from "../../protocol/markdown/block.ts";
import type { Line } from "../../protocol/markdown/line.ts";
import { type Block, blocksIn } from "./blocks.ts";
import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import { type Heading, headingsOf } from "./outline.ts";
import type { Passage, StoreDocument } from "./passage.ts";
import { documentState, isDecisionRecord, isStatusLine, passageState } from "./passage-state.ts";
import { statementsOf } from "./statements.ts";

/** The limit of docs/trust.md for a file of the context store: a larger one is not read. */
const maxDocumentCharacters = 1 << 20;
const maxPassages = 2_000;

interface Section {
  readonly headings: readonly string[];
  /** Indexes of lines, both inclusive, without the heading's own. */
  readonly from: number;
  readonly to: number;
}

/** The passages of a document, in order; none for a document above the limit. */
export function passagesOf(document: StoreDocument): readonly Passage[] {
  if (document.text.length > maxDocumentCharacters) return [];
  const lines = document.text.split(/\r\n|\n|\r/);
  const front = frontMatterOf(lines);
  const places = blocksOf(document.text).lines;
  const headings = headingsOf(document.path, lines, places).filter(
    ({ firstLine }) => firstLine > front.lineCount,
  );
  const title = titleOf(document.path, front, headings);
  const whole = documentState(lines, front, headings);
  const about = {
    path: document.path,
    commit: document.commit,
    title,
    isDecision: isDecisionRecord(document.path, headings),
  };
  const passages: Passage[] = [];
  for (const section of sectionsOf(lines.length, front.lineCount, headings, title))
    for (const block of blocksIn(places, section.from, section.to)) {
      if (passages.length >= maxPassages) return passages;
      const passage = { ...about, ...cut(places, section, block, whole) };
      if (!isStatusLine(passage.text)) passages.push(passage);
    }
  return passages;
}

function cut(
  places: readonly Line[],
  section: Section,
  { from, to, isCode, heading }: Block,
  whole: Pick<Passage, "state" | "successors">,
) {
  const lines = places.slice(from, to + 1).map(({ text }) => text);
  const text = lines.join("\n");
  const headings = heading === undefined ? section.headings : [...section.headings, heading];
  const own = passageState(lines, headings);
  return {
    headings,
    text,
    firstLine: from + 1,
    lastLine: to + 1,
    statements: statementsOf(lines, isCode),
    ...(whole.state === "current" ? own : whole),
  };
}

function titleOf(path: string, front: FrontMatter, headings: readonly Heading[]): string {
  const named = front.values.get("title");
  if (named !== undefined) return named;
  const first = headings[0];
  return first !== undefined && first.text !== "" ? first.text : (path.split("/").at(-1) ?? path);
}

/**
 * The lines below each heading, up to the next heading of any level. Lines above the first heading are a
 * section too.
 */
function* sectionsOf(
  lineCount: number,
  frontLines: number,
  headings: readonly Heading[],
  title: string,
): Iterable<Section> {
  const open: Heading[] = [];
  const first = headings[0]?.firstLine ?? lineCount + 1;
  if (first > frontLines + 1) yield { headings: [], from: frontLines, to: first - 2 };
  for (const [index, heading] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    const path = open.map(({ text }) => text).filter((text, depth) => depth > 0 || text !== title);
    const next = headings[index + 1]?.firstLine ?? lineCount + 1;
    yield { headings: path, from: heading.lastLine, to: next - 2 };
  }
}

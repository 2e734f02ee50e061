/** Every refusal that people read says what to do next, whichever capability writes it. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What a refusal ends in: something to do, who has to do it, or that nothing is left. */
const nextStep =
  /\b(?:add|Agents vote|approve|ask|choose|comment|decide|fix|merge|name|open a(?:nother)?|push|read|reopen|say|see|set it|suggest|use|vote|write (?:it|the|a)|accept it)\b|`\/|has to|an admin|nothing left|once that|anyone may|mention them/i;

const sources = globSync("src/engine/**/*.ts").map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Texts that begin within a part of a source, each with `…` for what is filled in. */
function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < source.length; at++) {
    const quote = source[at];
    if (quote !== '"' && quote !== "`") continue;
    const { text, end } = readText(source, at);
    texts.push(text);
    at = end;
  }
  return texts;
}

function readText(source: string, from: number): { readonly text: string; readonly end: number } {
  const quote = source[from];
  let text = "";
  let at = from + 1;
  for (; at < source.length && source[at] !== quote; at++) {
    if (source[at] === "\\") text += source[++at];
    else if (quote === "`" && source.startsWith("${", at)) {
      at = endOf(source, at + 1);
      text += "…";
    } else text += source[at];
  }
  return { text, end: at };
}

/** Where the bracket that opens at `from` closes. */
function endOf(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const sign = source[at] ?? "";
    if (sign === '"' || sign === "`") at = readText(source, at).end;
    else if ("({[".includes(sign)) depth += 1;
    else if (")}]".includes(sign) && --depth === 0) return at;
  }
  return source.length;
}

interface Place {
  readonly path: string;
  readonly inside: string;
}

/** What is between the brackets that follow each place that the expression finds. */
function bracketsAfter(expression: RegExp): readonly Place[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(expression)].map(({ index, 0: found }) => {
      const opens = index + found.length - 1;
      return { path, inside: text.slice(opens + 1, endOf(text, opens)) };
    }),
  );
}

/** What each function of the name returns. */
function returnedBy(name: string): readonly Place[] {
  return sources.flatMap(({ path, text }) => {
    const begins = text.indexOf(`function ${name}(`);
    const whole = begins < 0 ? "" : text.slice(begins, text.indexOf("\n}\n", begins));
    return [...whole.matchAll(/\breturn ([\s\S]*?);(?:\n|$)/g)].map(([, inside = ""]) => ({ path, inside }));
  });
}

const sentences = (parts: readonly Place[]) =>
  parts.flatMap(({ path, inside }) =>
    textsIn(inside)
      .filter((text) => /\S \S/.test(text) && /[.`]$|…$/.test(text))
      .map((text) => `${path.slice("src/engine/".length)}: ${text}`),
  );

/** Functions that word a refusal elsewhere than where it is given. */
const wordings = [
  "refuseUnproven",
  "refusal",
  "whyDecided",
  "whyMoved",
  "whyNoDecider",
  "whyNoPerson",
  "whyNoVoter",
  "whyNotBy",
  "whyNotChanger",
  "whyOutdated",
];

/** The reply has what to do in what is filled in. */
const toldElsewhere = [
  "questions/approve-answer.ts: Eight digits may be another answer's, too. What begins with `…` now: …",
];

describe("a refusal", () => {
  const given = [
    ...sentences(bracketsAfter(/\b(?:refuse|deny)\(/g)),
    ...sentences(bracketsAfter(/\{(?=\s*allowed: false,\s*because)/g)),
  ];

  test("is found wherever one is given", () => {
    expect(given.length).toBeGreaterThan(50);
    expect(given).toContain(
      "blocking/block.ts: An issue cannot wait for itself. Name the one that it waits for.",
    );
  });

  test("says what to do", () => {
    expect(given.filter((text) => !nextStep.test(text.replace(/^[^:]*:/, "")))).toEqual(toldElsewhere);
  });

  test.each(wordings)("that %s words says what to do", (name) => {
    const worded = sentences(returnedBy(name));
    expect(worded).not.toEqual([]);
    expect(worded.filter((text) => !nextStep.test(text.replace(/^[^:]*:/, "")))).toEqual([]);
  });
});

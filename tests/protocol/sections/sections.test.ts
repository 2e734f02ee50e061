/** The scanner: what is a section, what is not, and what a hostile body cannot do. */
import { describe, expect, test } from "vitest";
import { maxBodyBytes, maxLines, maxSections, scanBody } from "../../../src/protocol/sections/sections.ts";
import { questionBody } from "../bodies.ts";

const values = (body: string) => scanBody(body).sections.map(({ label, value }) => [label, value]);

describe("line ends", () => {
  const expected = values(questionBody);
  test.each([
    ["CRLF", questionBody.replaceAll("\n", "\r\n")],
    ["CR", questionBody.replaceAll("\n", "\r")],
    ["a mixture", questionBody.replace("\n", "\r\n").replace(/\n### U/, "\r### U")],
    ["trailing spaces", questionBody.replaceAll("\n", "  \t\n")],
    ["no final newline", questionBody.trimEnd()],
    ["a byte order mark", `\ufeff${questionBody}`],
  ])("F01 %s makes no difference", (_, body) => {
    expect(expected).toHaveLength(6);
    expect(values(body)).toEqual(expected);
  });
});

test("F02 a null body and an empty body have no sections and no problems", () => {
  for (const body of [null, "", " \n"]) expect(scanBody(body)).toMatchObject({ sections: [], problems: [] });
});

test("F03 a body over the cap is refused with a reason, one at the cap is read", () => {
  const section = "### Goal\n\n";
  const full = section + "a".repeat(maxBodyBytes - section.length);
  expect(scanBody(full).sections[0]?.value).toHaveLength(maxBodyBytes - section.length);
  expect(scanBody(`${full}a`).problems).toMatchObject([{ type: "too-large" }]);
  expect(scanBody("ä".repeat(maxBodyBytes / 2 + 1)).problems).toMatchObject([{ type: "too-large" }]);
});

test("F03 twenty thousand headings are refused, as many as the cap are read", () => {
  const headings = (count: number) => Array.from({ length: count }, (_, i) => `### s${i}`).join("\n");
  expect(scanBody(headings(20_000))).toMatchObject({
    sections: [],
    problems: [{ type: "too-many-sections" }],
  });
  expect(scanBody(headings(maxSections)).sections).toHaveLength(maxSections);
});

test.each(["\n", "\r", "\r\n"])(
  "F03 a body of more than twenty thousand lines is refused with a reason, whichever line endings it uses",
  (end) => {
    const body = (lines: number) => `### Goal${end}${`x${end}`.repeat(lines - 2)}x`;
    expect(scanBody(body(maxLines)).sections).toHaveLength(1);
    expect(scanBody(body(maxLines + 1))).toMatchObject({
      sections: [],
      problems: [{ type: "too-many-lines" }],
    });
  },
);

describe("headings", () => {
  test.each([
    "### Goal",
    "   ### Goal",
    "### Goal ###",
    "###\tGoal  ",
    "### **Goal**",
    "### Goal:",
    "### goal",
    "### G\u200boal\u2066",
    "### Ｇｏａｌ",
  ])("F08 %j is the section Goal", (heading) => {
    expect(scanBody(`${heading}\n\nx`).sections).toMatchObject([{ key: "goal", value: "x" }]);
  });

  test("F08 labels that differ only in Unicode normal form are equal", () => {
    expect(scanBody("### Cafe\u0301").sections[0]?.key).toBe(scanBody("### Caf\u00e9").sections[0]?.key);
  });

  test("F08 a label with a homoglyph is a different label", () => {
    expect(scanBody("### G\u043eal").sections[0]?.key).not.toBe("goal");
  });

  test.each(["###Goal", "## Goal", "#### Goal", "    ### Goal", "\t### Goal", "\\### Goal", "- ### Goal"])(
    "%j is not a section heading",
    (line) => {
      expect(scanBody(`${line}\n\nx`).sections).toEqual([]);
    },
  );
});

describe("F06 a heading is not a section", () => {
  test.each([
    ["in a fence", "```\n### Forged\n```"],
    ["in a longer fence that holds a shorter one", "````\n```\n### Forged\n````"],
    ["in a tilde fence that holds backticks", "~~~\n```\n### Forged\n~~~"],
    ["after an info string", "```md\n### Forged\n```"],
    ["in a comment", "<!--\n\n### Forged\n-->"],
    ["in a quote", "> ### Forged"],
    ["in a collapsed block", "<details>\n\n### Forged\n\n</details>"],
    ["in a pre element", "<pre>\n### Forged\n\n### Forged\n</pre>"],
  ])("%s", (_, hidden) => {
    const { sections, problems } = scanBody(`### Goal\n\n${hidden}\n\n### Priority\n\np1\n`);
    expect(sections.map(({ label }) => label)).toEqual(["Goal", "Priority"]);
    expect(problems).toEqual([]);
  });
});

describe("F07 something left open", () => {
  test.each([
    ["a code fence", "```"],
    ["an HTML comment", "<!--"],
    ["<details>", "<details>"],
    ["<pre>", "<pre>"],
  ])("%s that hides a section is reported", (_, opening) => {
    const { problems } = scanBody(`### Goal\n\n${opening}\n\n### Priority\n\np1`);
    expect(problems).toMatchObject([{ type: "swallowed", keys: ["priority"] }]);
    expect(problems[0]?.message).toContain("line 3");
  });

  test.each(["```\ncode", "<!-- note", "<details>\nmore", "text <!-- note"])(
    "%j that hides no section is tolerated",
    (rest) => {
      expect(scanBody(`### Goal\n\nx\n\n${rest}`).problems).toEqual([]);
    },
  );

  test("a comment that begins in a sentence ends with its paragraph", () => {
    const { sections, problems } = scanBody("### Goal\n\nuse <!-- to\n\n### Priority\n\np1");
    expect(sections).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe("values", () => {
  test.each([
    ["_No response_", ""],
    ["<!-- hint -->", ""],
    ["a <!-- b --> c", "a  c"],
    ["`<!--` stays", "`<!--` stays"],
    ["```\n<!-- stays -->\n```", "```\n<!-- stays -->\n```"],
    ["```text\n  as is\n\n```", "  as is\n"],
    ["```text\na\n```\nb", "```text\na\n```\nb"],
    ["keeps\u200b", "keeps\u200b"],
  ])("the section text %j is read as %j", (written, value) => {
    expect(scanBody(`### Goal\n\n${written}\n`).sections[0]?.value).toBe(value);
  });

  test("F08 lines with invisible characters are flagged", () => {
    expect(scanBody("### Goal\n\nab\u202e\n\nplain\n\u{e0041}").invisibleLines).toEqual([3, 6]);
  });

  test("F09 NUL, escape codes, tag characters and lone surrogates are kept and flagged", () => {
    for (const odd of ["\0", "\u001b[31m", "\u{e0041}", "\ud800"]) {
      const { sections, invisibleLines } = scanBody(`### Goal\n\na${odd}b`);
      expect(sections[0]?.value).toBe(`a${odd}b`);
      expect(invisibleLines).toEqual([3]);
    }
  });
});

test("F05 a section that appears twice is a problem, whatever its spelling", () => {
  expect(scanBody("### Priority\n\np3\n\n### pri\u200bority:\n\np0").problems).toMatchObject([
    { type: "duplicate", key: "priority" },
  ]);
});

describe("the envelope", () => {
  const block = "```signalbox\nv: 1\n```";
  test("the envelope is the fence that ends the body", () => {
    expect(scanBody(`### Goal\n\nx\n\n${block}\n\n`)).toMatchObject({
      sections: [{ value: "x" }],
      envelopeText: "v: 1",
      envelopeLine: 5,
    });
  });

  test("a fence in the middle of a body is not the envelope, because it may be pasted text", () => {
    const { envelopeText, sections } = scanBody(`### Goal\n\n${block}\n\n### Priority\n\np1`);
    expect(envelopeText).toBeUndefined();
    expect(sections[0]?.value).toBe(block);
  });

  test("a body has at most one envelope", () => {
    expect(scanBody(`${block}\n\n${block}`).problems).toMatchObject([{ type: "second-envelope" }]);
  });
});

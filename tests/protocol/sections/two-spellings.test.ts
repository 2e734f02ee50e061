/** A section counts once: two spellings of its heading are a duplicate, and none of them is taken. */
import { describe, expect, test } from "vitest";
import { allKinds } from "../../../src/protocol/kinds/kinds.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { scanBody } from "../../../src/protocol/sections/sections.ts";

const labels = allKinds.flatMap((kind) =>
  kind.sections.map(({ label, aliases }) => [`${kind.name}: ${label}`, kind.name, label, aliases] as const),
);

describe("F05 two spellings of a section refuse it", () => {
  test.each(labels)("%s", (_, kind, label, aliases) => {
    const spellings = [label.toUpperCase(), `  ${label}  `, `${label} ###`, `<b>${label}</b>`, ...aliases];
    for (const other of spellings) {
      // A default is read where there are options.
      const options = label === "Default" ? "### Options\n\n1. one\n2. two\n\n" : "";
      const body = `${options}### ${label}\n\none\n\n### ${other}\n\ntwo`;
      const { problems } = readMessageOf(kind, body);
      expect(problems).toContainEqual(
        expect.objectContaining({
          message: expect.stringContaining(`${label} appears 2 times`),
        }),
      );
    }
  });

  test("what the page does not show of a heading is no part of its label", () => {
    const { sections } = scanBody(
      "### Goal <!-- Plan -->\n\none\n\n### Go<!-- x -->al\n\ntwo\n\n### ~~No~~ Plan",
    );
    expect(sections.map(({ key }) => key)).toEqual(["goal", "goal", "plan"]);
  });
});

function readMessageOf(kind: string, body: string): { readonly problems: readonly unknown[] } {
  const reading = readMessage({ title: "t", body, labels: [`kind:${kind}`] });
  return { problems: reading.kind === undefined ? [] : reading.problems };
}

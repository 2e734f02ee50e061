import { describe, expect, test } from "vitest";
import { formatCitation, parseCitation } from "../../../src/protocol/references/citation.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

describe("a citation", () => {
  test("a citation names lines of a file, and in another repository the path that the context store uses", () => {
    const lines = { commit, firstLine: 3, lastLine: 9 };
    const here = formatCitation({ path: "docs/a b.md", ...lines });
    expect(here).toBe(`docs/a b.md@${commit}#L3-L9`);
    expect(parseCitation(here)).toEqual({ repository: undefined, path: "docs/a b.md", ...lines });
    const there = formatCitation({ path: "acme/api:docs/a.md", ...lines });
    expect(parseCitation(there)).toEqual({ repository: "acme/api", path: "docs/a.md", ...lines });
  });

  test("a citation of an earlier release may name a single line", () => {
    expect(parseCitation(`a.md@${commit}#L3`)).toMatchObject({ firstLine: 3, lastLine: 3 });
  });

  test.each(["#12", "a.md", "a.md@main#L3-L9", `@${commit}#L3-L9`, `a.md@${commit}`])(
    "%j is not a citation",
    (written) => {
      expect(parseCitation(written)).toBeUndefined();
    },
  );
});

/** The page about operations is the catalogue's, and says of each what a program can rely on. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { catalogue } from "../../../src/operations/catalogue.ts";
import { operation } from "../../../src/operations/operation.ts";
import { renderOperations } from "./page.ts";

test("docs/operations.md is what npm run operations writes", () => {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  expect(page).toBe(renderOperations(catalogue));
});

test("a page has each operation's arguments, fields, effect, doors and what exit code 2 means", () => {
  const mend = operation({
    name: "mend",
    summary: "Mend a thing",
    audience: "agents",
    effect: "orders",
    tool: "none",
    input: z.object({
      thing: z.string().describe("what is broken | torn"),
      howOften: z.int().default(3).describe("at most"),
    }),
    output: z.object({
      parts: z.array(z.object({ name: z.string() })).describe("what was mended"),
      because: z.string().nullable().optional(),
    }),
    positional: ["thing"],
    examples: ["mend chair"],
    unmet: "it is still broken",
    isMet: () => false,
    run: () => ({ parts: [] }),
    text: () => "",
  });
  const [, section = ""] = renderOperations([mend]).split("\n## mend\n");
  expect(section).toContain("Mend a thing. Effect: orders. Offered by: the command line, the API.");
  expect(section).toContain("Exit code 2: it is still broken.");
  expect(section).toContain("| `thing` | `<thing>` | text, required | what is broken \\| torn |");
  expect(section).toContain("| `howOften` | `--how-often` | whole number (`3`) | at most |");
  expect(section).toContain("| `parts` | list of objects | what was mended |");
  expect(section).toContain("| `parts[].name` | text |  |");
  expect(section).toContain("| `because` | text or null, not always |  |");
});

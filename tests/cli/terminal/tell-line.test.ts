/** Lines on the error stream, which quote names that anyone can choose. */
import { expect, test } from "vitest";
import { tellLine } from "../../../src/cli/terminal/tell-line.ts";

test("a file's name reaches no clipboard, clears no screen, and shows no secret", () => {
  const printed: string[] = [];
  const terminal = { err: (text: string) => void printed.push(text) };
  tellLine(terminal, "`src/\u001b]52;c;cm0=\u0007x\u001b[2J.ts` is not committed");
  tellLine(terminal, `\`ghp_${"a1B2".repeat(9)}.txt\` is not committed`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
  expect(printed.join("")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]|a1B2a1B2/);
  expect(printed[0]).toContain("is not committed\n");
});

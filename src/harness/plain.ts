/** Any other program: it gets the start packet on standard input, and the end of what it prints is its message. */
import type { Harness } from "./harness.ts";
import { lastPart } from "./json-line.ts";

const maxLines = 100;

export const plain: Harness = {
  name: "plain",
  program: undefined,
  variable: undefined,
  command: (given) => given,
  createReader: () => {
    const lines: string[] = [];
    return {
      line: (text) => {
        lines.push(lastPart(text));
        if (lines.length > maxLines) lines.shift();
      },
      result: () => ({
        ...{ text: lastPart(lines.join("\n").trim()), ok: undefined, resumeId: undefined },
        usage: undefined,
      }),
    };
  },
};

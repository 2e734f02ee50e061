/** Any other program: it gets the start packet on standard input, and the end of what it prints is its message. */
import { OutputTail } from "../programs/output-tail.ts";
import { type Harness, noResult } from "./harness.ts";

const maxBytes = 16_000;

export const plain: Harness = {
  name: "plain",
  program: undefined,
  variables: [],
  command: (given) => given,
  converse: (argv) => argv,
  unknownConversation: undefined,
  countsConversation: false,
  missingFlags: () => undefined,
  createReader: () => {
    const tail = new OutputTail(maxBytes);
    return {
      push: (chunk) => tail.push(chunk),
      result: () => ({ ...noResult, text: tail.text().replaceAll("\r\n", "\n").trim() }),
    };
  },
};

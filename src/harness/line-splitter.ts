/** Splits a program's output into lines. A line that is too long is dropped: it is never held in memory. */
import { StringDecoder } from "node:string_decoder";
import { type HarnessResult, noResult, type OutputReader } from "./harness.ts";

/** The result of a run is one line, and holds at most a few messages of a model. */
const maxCharacters = 4_000_000;

export interface LineSplitter {
  readonly push: (chunk: Buffer) => void;
  /** Hands on a last line without a line end. */
  readonly end: () => void;
}

export function splitLines(onLine: (text: string) => void, limit = maxCharacters): LineSplitter {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    length += text.length;
    if (length > limit) parts = [];
    else parts.push(text);
  };
  const endLine = (): void => {
    if (length > 0 && length <= limit) onLine(parts.join("").replace(/\r$/, ""));
    parts = [];
    length = 0;
  };
  return {
    push: (chunk) => {
      const [first = "", ...others] = decoder.write(chunk).split("\n");
      add(first);
      for (const line of others) {
        endLine();
        add(line);
      }
    },
    end: () => {
      add(decoder.end());
      endLine();
    },
  };
}

/** Reads the result of a run from events, one a line. */
export function readEvents(change: (found: HarnessResult, line: string) => HarnessResult): OutputReader {
  let found = noResult;
  const lines = splitLines((line) => {
    found = change(found, line);
  });
  return {
    push: lines.push,
    result: () => {
      lines.end();
      return found;
    },
  };
}

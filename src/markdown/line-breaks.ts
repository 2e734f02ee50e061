/** GitHub shows each line of a comment as a line, where CommonMark would join those of a paragraph. */
import type { ElementContent } from "hast";
import type { Text } from "mdast";
import type { State } from "mdast-util-to-hast";

/** Converts a text node as `toHast` asks of a handler. */
export const textWithLineBreaks = (_state: State, { value }: Text): ElementContent[] =>
  value
    .split("\n")
    .flatMap((line, index): readonly ElementContent[] => [
      ...(index === 0 ? [] : [lineBreak, newline]),
      ...(line === "" ? [] : [{ type: "text", value: line } as const]),
    ]);

const lineBreak: ElementContent = { type: "element", tagName: "br", properties: {}, children: [] };
const newline: ElementContent = { type: "text", value: "\n" };
